// Tournaments of people: eight at once through three rounds, with phones, the leader's wall, a
// killed server, another device, a corrected result.
'use strict';
const assert = require('assert');
const { Person, Server } = require('./harness.js');

const NAMES = ['Anna', 'Bo', 'Cela', 'Dawid', 'Ewa', 'Filip', 'Gosia', 'Hu <b>'];
const PHONE = { viewport: { width: 390, height: 844 } };

async function openContest(browser, server, format) {
  const leader = await Person.come(browser, server);
  await leader.page.selectOption('#opponent', 'club');
  await leader.page.selectOption('#format', format);
  await leader.page.fill('#clubTitle', 'Class 5b');
  await leader.page.fill('#name', 'Teacher');
  await leader.press('play');
  await leader.shown('#clubLead');
  return leader;
}

// With the code and a name, nothing else.
async function joinContest(browser, server, code, name) {
  const person = await Person.come(browser, server, PHONE);
  await person.page.fill('#code', code);
  await person.page.click('#enterCode button');
  await person.shown('#clubJoin');
  await person.page.fill('#clubMyName', name);
  await person.page.click('#clubJoin button');
  await person.shown('#clubMine');
  return person;
}

const results = (leader, count) => leader.page.waitForFunction((wanted) => [...document.querySelectorAll('#clubGames strong')].filter((node) => /[01½] : [01½]/.test(node.textContent)).length === wanted, count);
const fits = (person) => person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

// Everybody is brought to the new game; who is to move gives up, again where that was lost on its
// way.
async function resignAll(people) {
  await Promise.all(people.map((person) => person.shown('#resign')));
  await Promise.all(people.map((person) => person.page.waitForFunction(() => {
    if (document.getElementById('turn').textContent.includes('wins')) return true;
    if (document.querySelector('.seat.turn')?.textContent.includes('you')) for (const id of ['resign', 'yes']) document.getElementById(id).click();
    return false;
  }, null, { polling: 300 })));
}

module.exports = {
  async 'a tournament: eight people through three rounds and a killed server'(browser) {
    const server = new Server();
    await server.start();
    const leader = await openContest(browser, server, 'swiss');
    const code = await leader.text('clubCode');
    const people = await Promise.all(NAMES.map((name) => joinContest(browser, server, code, name)));
    await leader.says('clubTable', 'Hu <b>');
    assert.ok(await fits(people[0]), 'a phone need not be pushed sideways');
    assert.deepStrictEqual(await people[0].axe(), []);
    assert.deepStrictEqual(await leader.axe(), []);

    const wall = await Person.come(browser, server, { viewport: { width: 1920, height: 1080 } });
    await wall.page.goto(`${server.url}#club/${code}/wall`);
    await wall.says('wallCode', code);
    await leader.press('clubPair');
    await Promise.all(people.map((person) => person.shown('#room svg')));
    assert.ok(!await people[0].page.isVisible('#undo') && !await people[0].page.isVisible('#talk'), 'nothing is taken back, and nobody talks');
    assert.ok(await fits(people[0]));
    await wall.page.waitForFunction(() => document.querySelectorAll('#wallBoards svg').length === 4);
    const seen = await wall.page.$$eval('#wallBoards svg', (nodes) => nodes.every((node) => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.width > 300; }));
    assert.ok(seen, 'all boards are on the wall');
    await Promise.all(people.map((person, index) => person.playOn(0, index + 1)));
    await results(leader, 4);
    for (const person of people) await person.page.evaluate(() => clearInterval(window.playing)); // there is no rematch that would end it
    await wall.page.waitForFunction(() => document.querySelectorAll('#wallBoards .verdict').length === 4);
    await wall.leave();

    await people[0].page.click('#clubBack');
    await people[0].says('clubYou', 'Anna');
    await leader.press('clubPair');
    await people[0].shown('#room svg'); // by itself, from the tournament's page
    for (const person of people.slice(1)) await person.page.click('#clubNext');
    await server.kill();
    await Promise.all(people.map((person) => person.shown('#lost')));
    await server.start();
    await Promise.all(people.map((person) => person.page.waitForSelector('#lost', { state: 'hidden' })));
    await resignAll(people);
    await results(leader, 8);

    await leader.page.click('#clubGames [data-fix="0"]');
    await leader.page.selectOption('#clubFixResult', 'draw');
    await leader.page.fill('#clubReason', 'wrong seats');
    await leader.page.click('#clubFix button');
    await leader.says('clubGames', 'corrected by Teacher: wrong seats');

    // A seat goes to another device, and what is left on the first one is nothing.
    await people[1].page.click('#clubBack');
    await people[1].press('clubMove');
    const link = await people[1].page.inputValue('#clubLinkText');
    const other = await Person.come(browser, server, PHONE);
    await other.page.goto(link);
    await other.says('clubYou', 'Bo');
    assert.strictEqual(await other.link(), `#club/${code}`);
    await people[1].press('clubForget');
    await people[1].shown('#lobby');
    assert.deepStrictEqual(await people[1].page.evaluate(() => Object.keys(localStorage).filter((key) => /club|name/.test(key))), []);
    await people[1].leave();
    people[1] = other;
    await leader.press('clubPair');
    await other.shown('#room svg');
    for (const person of people) if (person !== other && await person.page.isVisible('#room')) await person.page.click('#clubNext');
    await resignAll(people);
    await results(leader, 12);
    await leader.press('clubEnd');
    await leader.says('clubPhase', 'over');
    for (const person of [...people, leader]) await person.leave();
    await server.end();
  },
};
