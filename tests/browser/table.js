// At the table beside the moves: a second window, questions, looking back, what is said aloud, words and colours.
'use strict';
const assert = require('assert');
const { Person, two } = require('./harness.js');

const hidden = (person, selector) => person.page.waitForSelector(selector, { state: 'hidden' });

module.exports = {
  async 'table: the focus stays on its move, and keys of the browser are left to it'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await a.click('A1', 'B2');
    await a.plies(1);
    await a.click('A2', 'B3');
    await a.plies(2);
    await a.page.focus('#moves button');
    await a.page.keyboard.press('Enter');
    await a.says('ply', '1 / 2');
    assert.strictEqual(await a.page.evaluate(() => document.activeElement.dataset.ply), '1');
    await a.page.keyboard.press('End');
    await a.says('ply', '2 / 2');
    assert.strictEqual(await a.page.evaluate(() => document.activeElement.dataset.ply), '1');
    const left = await a.page.evaluate(() => {
      const press = (modifiers) => {
        document.querySelector('[data-v=B2]').focus();
        const free = document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, ...modifiers }));
        return [free, document.activeElement.dataset.v];
      };
      return [press({}), press({ altKey: true }), press({ ctrlKey: true }), press({ metaKey: true })];
    });
    assert.deepStrictEqual(left, [[false, 'A2'], [true, 'B2'], [true, 'B2'], [true, 'B2']]);
    await a.leave();
  },

  async 'table: what stands there is not said again, and nobody is scrolled away from what they read'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await a.click('A1', 'B2');
    await a.plies(1);
    const seen = await a.page.evaluate(async () => {
      const { net, page } = await import('./page.js');
      const chat = document.getElementById('chat');
      const say = (number) => net.emit('chat', { from: 'Ada', side: 'x', text: `line ${number}` });
      for (let i = 0; i < 40; i += 1) say(i);
      net.emit('down');
      let changes = [];
      const watcher = new MutationObserver((list) => { changes.push(...list); });
      for (const id of ['chat', 'turn', 'due', 'last', 'lost']) watcher.observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
      const during = async (action) => {
        action();
        await new Promise((resolve) => { setTimeout(resolve, 50); });
        const added = changes.flatMap((change) => [...change.addedNodes].map((node) => node.textContent));
        changes = [];
        return added;
      };
      const atEnd = () => chat.scrollTop + chat.clientHeight > chat.scrollHeight - 8;
      const found = { end: atEnd() };
      found.button = await during(() => document.getElementById('dots').click());
      found.retry = await during(() => net.emit('down'));
      found.line = await during(() => say(40));
      found.followed = atEnd();
      chat.scrollTop = 0;
      found.more = await during(() => say(41));
      found.above = chat.scrollTop;
      found.state = await during(() => net.emit('state', { ...page.state, chat: page.state.chat.slice(10) }));
      found.first = chat.firstElementChild.textContent;
      document.getElementById('lost').hidden = true;
      return found;
    });
    assert.deepStrictEqual(seen, {
      end: true, button: [], retry: [], line: ['Ada: line 40'], followed: true, more: ['Ada: line 41'], above: 0, state: [], first: 'Ada: line 10',
    });
    const link = await a.link();
    await a.press('leave');
    await a.shown('#lobby');
    await a.page.evaluate((hash) => { location.hash = hash; }, link);
    await a.plies(1);
    assert.strictEqual(await a.text('chat'), '', 'another visit begins with what the server tells');
    await a.leave();
  },
};
