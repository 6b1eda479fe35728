// TAP, the one way in which these tests say ok.
'use strict';

let number = 0;
let failed = false;

function comment(text) {
  for (const line of String(text).split('\n')) console.log(`# ${line}`);
}

// One result: good if there are no problems, which are told otherwise. An error is a problem.
function ok(problems, text) {
  number += 1;
  failed = failed || problems.length > 0;
  console.log(`${problems.length > 0 ? 'not ok' : 'ok'} ${number} - ${text}`);
  for (const problem of problems) comment(problem.stack || problem);
}

// A result that cannot be had here.
function skip(text, reason) {
  number += 1;
  console.log(`ok ${number} - ${text} # SKIP ${reason}`);
}

// The end of every test; there must have been a result.
function done() {
  if (number === 0) ok(['there is nothing'], 'there is something to try');
  console.log(`1..${number}`);
  process.exit(failed ? 1 : 0);
}

function bailOut(error) {
  console.log(`Bail out! ${error.stack.replaceAll('\n', ' | ')}`);
  process.exit(1);
}

module.exports = { ok, skip, done, bailOut, comment };
