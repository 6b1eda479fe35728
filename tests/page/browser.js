// Runs all tests of the page as TAP. Arguments choose tests by words in their names.
'use strict';
const { Server, launch } = require('./harness.js');
const { ok, done, bailOut, comment } = require('./tap.js');

const tests = { ...require('./qttt.js'), ...require('./draughts.js'), ...require('./go.js'), ...require('./common.js'), ...require('./club.js'), ...require('./table.js'), ...require('./study.js'), ...require('./report.js'), ...require('./live.js') };
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
  // Most of a test is waiting: two go on at a time.
  const lane = async () => {
    while (waiting.length > 0) {
      const [name, test] = waiting.shift();
      const began = Date.now();
      ok(await within(test(browser, server), name).then(() => [], (error) => [error]), name);
      comment(`${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  };
  await Promise.all([lane(), lane()]);
  await browser.close().catch(() => {});
  await server.end();
  done();
}

main().catch(bailOut);
