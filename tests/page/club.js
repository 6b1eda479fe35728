// Tournaments of people: eight at once through three rounds, with phones, the leader's wall, a
// killed server, another device, a corrected result; and what may come between.
'use strict';
const assert = require('assert');
const { Person, Server } = require('./harness.js');

const NAMES = ['Anna', 'Bo', 'Cela', 'Dawid', 'Ewa', 'Filip', 'Gosia', 'Hu <b>'];
const LONG = 'Maksymilian Wielogos';
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

// As if another page were in front: what is heard, and what is told beside the page.
function sendToBack(person) {
  return person.page.evaluate(async () => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.told = [];
    window.Notification = class { static permission = 'granted'; constructor(text) { window.told.push(text); } };
    (await import(window.module('page'))).sounds.play = (name) => window.told.push(name);
  });
}

const told = (person, words) => person.page.waitForFunction((all) => all.every((word) => window.told.includes(word)), words);
const titled = (person, words) => person.page.waitForFunction((text) => document.title.startsWith(text), words);

// Who is to move of two, first.
async function byTurn(one, other) {
  await one.shown('.seat.turn');
  return (await one.page.textContent('.seat.turn')).includes('you') ? [one, other] : [other, one];
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
    await wall.says('wallNames', 'Hu <b>');
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
    await wall.page.waitForFunction(() => document.querySelectorAll('#wallBoards .over').length === 4);
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
    await leader.page.click('#clubFix .main');
    await leader.says('clubGames', 'corrected by Teacher: wrong seats');

    // A seat goes to another device, and what is left on the first one is nothing.
    await people[1].page.click('#clubBack');
    await people[1].press('clubMove');
    await people[1].shown('#clubLink');
    const link = await people[1].page.inputValue('#clubLinkText');
    const other = await Person.come(browser, server, PHONE);
    await other.page.goto(link);
    await other.says('clubYou', 'Bo');
    assert.strictEqual(await other.link(), `#club/${code}`);
    await people[1].press('clubForget');
    await people[1].press('clubYes');
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
    await leader.press('clubYes');
    await leader.says('clubPhase', 'over');
    for (const person of [...people, leader]) await person.leave();
    await server.end();
  },

  // By another name than 127.0.0.1 the page is as if it came from elsewhere: then there are codes.
  async 'a tournament: pause, calls from behind, a late arrival, people who go'(browser, { url }) {
    const server = { url: url.replace('127.0.0.1', 'play.localhost') };
    const leader = await Person.come(browser, server, PHONE);
    const [code, key] = await leader.page.evaluate(async () => {
      const { net } = await import(window.module('page'));
      const { contest, key: lead } = JSON.parse((await net.order('contest open format=robin gone=1 time=600 game=qttt Club')).text);
      return [contest, lead];
    });
    await leader.page.goto(`${server.url}#club/${code.toUpperCase()}/${key}`); // as from another device
    await leader.shown('#clubLead');
    assert.strictEqual(await leader.link(), `#club/${code}`);
    const wall = await Person.come(browser, server, { viewport: { width: 1920, height: 1080 } });
    await wall.page.goto(`${server.url}#club/${code}/wall`);
    const people = [await joinContest(browser, server, code, 'Ann'), await joinContest(browser, server, code, LONG)];
    const drawn = await leader.page.evaluate(async () => (await (await import(window.module('page'))).net.order('qr x')).good);
    if (drawn) {
      await wall.shown('#wallQr svg');
      await people[0].press('clubMove');
      await people[0].shown('#clubLinkQr svg');
    }
    await leader.press('clubPair');
    await Promise.all(people.map((person) => person.shown('#room svg')));
    assert.ok(!await people[0].page.isVisible('#leave') && !await people[0].page.isVisible('#talk'));

    const [first, second] = await byTurn(...people);
    await leader.press('clubPause');
    await first.says('turn', 'paused');
    await wall.shown('#wallPaused');
    assert.deepStrictEqual(await wall.axe(), []);
    assert.ok(await fits(leader));
    await first.click('A1');
    await first.says('message', 'paused');
    await leader.press('clubResume');
    await first.says('turn', 'Your turn');
    await leader.page.check('#clubChat');
    await first.shown('#talk');

    await sendToBack(second);
    await first.click('A1', 'B1');
    await told(second, ['Your turn', 'turn']);
    await titled(second, '● Your turn');

    // The tablet is empty: the leader gives the seat to another one.
    const late = await joinContest(browser, server, code, 'Cleo');
    await late.press('clubForget');
    await late.press('clubYes');
    await late.shown('#lobby');
    await leader.page.click('#clubTable tr:has-text("Cleo") [data-seat]');
    await leader.press('clubYes');
    await leader.shown('#clubLink');
    await late.page.goto(await leader.page.inputValue('#clubLinkText'));
    await late.says('clubYou', 'Cleo');
    await first.leave();
    await second.shown('#clubClaim');
    await second.press('clubClaim');
    await second.says('turn', 'wins');
    await leader.page.click('#clubMore summary');
    await leader.page.selectOption('#clubOne', { label: first === people[0] ? LONG : 'Ann' });
    await leader.page.selectOption('#clubOther', { label: 'Cleo' });
    await leader.press('clubPairTwo');
    await told(second, ['Your next game is ready.']);
    await titled(second, '● Your next game');
    await late.shown('#room svg');
    await late.page.click('#clubBack');
    await late.press('clubLeave');
    await late.says('clubQuestion', 'lose');
    await late.press('clubNo');
    assert.ok(await late.page.isVisible('#clubLeave'));
    await late.press('clubLeave');
    await late.press('clubYes');
    await late.shown('#clubReturn');
    await leader.says('clubTable', 'has left');
    for (const person of [leader, wall, second, late]) await person.leave();
  },
};
