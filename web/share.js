// The box that invites others: a link that works from where they are, and its QR code.
import { t } from './i18n.js';
import { isLocal } from './local.js';
import { $, net } from './page.js';
import { escapeText } from './games/drawing.js';

// Addresses of this machine that mean another one elsewhere.
const ONLY_HERE = /^(localhost$|127\.|\[::1\])/.test(location.hostname);

let addresses = null; // of the server in its networks, once they are asked for
const codes = new Map(); // QR codes by link; promises of them while they are asked for

async function learnAddresses() {
  if (addresses !== null || isLocal || !ONLY_HERE) return;
  addresses = [];
  const reply = await net.order('addresses');
  if (!reply.good) return;
  addresses = JSON.parse(reply.text);
}

// Links to a place of the page, the best one first, that work elsewhere as far as is known.
function linksTo(hash) {
  const here = location.href.split('#')[0];
  return addresses?.length > 0 ? addresses.map((address) => address + hash) : [here + hash];
}

const isLonely = (link) => ONLY_HERE && link.startsWith(location.origin);

// A seat may be in the link: it goes over the connection that knows the seat anyway, and into no
// log of requests. A server may draw none.
async function learnCode(link) {
  const reply = await net.order(`qr ${link}`);
  if (!reply.good && reply.code !== 'server.no-code') codes.delete(link); // it may know later
  return reply.good ? `<span role="img" aria-label="${escapeText(t('qr'))}">${reply.text}</span>` : '';
}

// The QR code of a link that others can use; whether there is one.
async function drawCode(id, link) {
  if ($(id).dataset.link !== link) {
    $(id).dataset.link = link;
    if (!isLonely(link) && !codes.has(link)) codes.set(link, learnCode(link));
    const picture = await codes.get(link) || '';
    if ($(id).dataset.link !== link) return false;
    $(id).innerHTML = picture;
    if (picture === '') delete $(id).dataset.link;
  }
  return $(id).firstChild !== null;
}

// The same for a place of the page; `link`, once it is known, whether it is of use here only, and
// whether its code is drawn.
export async function shareCode(id, hash) {
  await learnAddresses();
  const [link] = linksTo(hash);
  const drawn = await drawCode(id, link);
  return { link, lonely: isLonely(link), drawn };
}

function fill(hash) {
  const links = linksTo(hash);
  const lonely = isLonely(links[0]);
  $('link').value = links[0];
  $('linkLocal').hidden = !lonely;
  $('linkOthers').hidden = links.length < 2;
  $('linkOthers').textContent = t('linkOthers', { links: links.slice(1).join(' ') });
  drawCode('qr', links[0]);
}

// `hash` is what is shared: the game, or a seat in it; null: nothing.
export function renderShare(hash, label) {
  $('share').hidden = hash === null;
  if (hash === null) return;
  $('shareHow').textContent = label;
  fill(hash);
  learnAddresses().then(() => { if (!$('share').hidden) fill(hash); });
}
