// A game through a proxy, whose address comes as the argument: the page finds its files, its
// WebSocket and its records wherever it lies.
'use strict';
const { launch } = require('./harness.js');

(async () => {
  const browser = await launch('--host-resolver-rules=MAP play.example 127.0.0.1');
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (message) => { if (message.type() === 'error') wrong.push(message.text()); });
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(process.argv[2]);
  await page.selectOption('#opponent', 'both');
  await page.click('#create button[type=submit]');
  await page.waitForSelector('#board svg');
  await page.waitForFunction(() => document.getElementById('record').href.includes('/record/'));
  const record = await page.evaluate(async () => (await fetch(document.getElementById('record').href)).status);
  if (record !== 200) wrong.push(`the record: ${record}`);
  await browser.close();
  wrong.forEach((line) => console.log(line));
  process.exit(wrong.length > 0 ? 1 : 0);
})().catch((error) => { console.log(error.message); process.exit(1); });
