// Runs all tests of the page as TAP. Arguments choose tests by words in their names.
'use strict';
const { Server, launch } = require('./harness.js');

const tests = { ...require('./quantum.js'), ...require('./warcaby.js'), ...require('./go.js'), ...require('./people.js'), ...require('./table.js'), ...require('./report.js') };
const LIMIT = 120000; // for one test: nothing here takes long unless it hangs

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what} takes too long`)), LIMIT); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function main() {
  const words = process.argv.slice(2);
  const waiting = Object.entries(tests).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
  const server = new Server();
  await server.start();
  const browser = await launch();
  let number = 0;
  let failed = 0;
  console.log(`1..${waiting.length}`);
  // Most of a test is waiting: two go on at a time.
  const lane = async () => {
    while (waiting.length > 0) {
      const [name, test] = waiting.shift();
      const began = Date.now();
      const error = await within(test(browser, server), name).then(() => null, (reason) => reason);
      number += 1;
      failed += error ? 1 : 0;
      console.log(`${error ? 'not ok' : 'ok'} ${number} - ${name}`);
      if (error) for (const line of String(error.stack).split('\n')) console.log(`# ${line}`);
      console.log(`# ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  };
  await Promise.all([lane(), lane()]);
  await browser.close().catch(() => {});
  await server.end();
  process.exit(failed > 0 ? 1 : 0);
}

main().catch((error) => {
  console.log(`Bail out! ${error.stack.replaceAll('\n', ' | ')}`);
  process.exit(1);
});
