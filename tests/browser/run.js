// Runs all tests of the page, one after another, as TAP. Arguments choose tests by words in their names.
'use strict';
const { Server, launch } = require('./harness.js');

const tests = { ...require('./quantum.js'), ...require('./warcaby.js'), ...require('./go.js'), ...require('./people.js') };
const LIMIT = 120000; // for one test: nothing here takes long unless it hangs

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what} takes too long`)), LIMIT); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function main() {
  const words = process.argv.slice(2);
  const chosen = Object.entries(tests).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
  const server = new Server();
  await server.start();
  const browser = await launch();
  let number = 0;
  let failed = 0;
  console.log(`1..${chosen.length}`);
  for (const [name, test] of chosen) {
    number += 1;
    const began = Date.now();
    try {
      await within(test(browser, server), name);
      console.log(`ok ${number} - ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`not ok ${number} - ${name}`);
      for (const line of String(error.stack).split('\n')) console.log(`# ${line}`);
      for (const context of browser.contexts()) await context.close().catch(() => {});
    }
    console.log(`# ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  await browser.close().catch(() => {});
  await server.end();
  process.exit(failed > 0 ? 1 : 0);
}

main().catch((error) => {
  console.log(`Bail out! ${error.stack.replaceAll('\n', ' | ')}`);
  process.exit(1);
});
