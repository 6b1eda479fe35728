// The box that invites others: a link that works from where they are, and its QR code.
import { t } from './i18n.js';
import { isLocal } from './local.js';
import { $, net } from './page.js';
import { escapeText } from './games/drawing.js';

// Addresses of this machine that mean another one elsewhere.
const ONLY_HERE = /^(localhost$|127\.|\[::1\])/.test(location.hostname);

let addresses = null; // of the server in its networks, once they are asked for

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

// A link that others can use, and its QR code where one is of any use to them.
function drawCode(id, link) {
  const picture = isLonely(link) ? '' : `<img src="qr?link=${encodeURIComponent(link)}" alt="${escapeText(t('qr'))}" width="180" height="180">`;
  if ($(id).dataset.shown === picture) return;
  $(id).innerHTML = picture;
  $(id).dataset.shown = picture;
  $(id).firstChild?.addEventListener('error', () => $(id).replaceChildren()); // a server may draw none
}

// The same for a place of the page; the link, once it is known.
export async function shareCode(id, hash) {
  await learnAddresses();
  const [link] = linksTo(hash);
  drawCode(id, link);
  return link;
}

function fill() {
  const links = linksTo(location.hash);
  const lonely = isLonely(links[0]);
  $('link').value = links[0];
  $('linkLocal').hidden = !lonely;
  $('linkOthers').hidden = links.length < 2;
  $('linkOthers').textContent = t('linkOthers', { links: links.slice(1).join(' ') });
  drawCode('qr', links[0]);
}

export function renderShare(shown) {
  $('share').hidden = !shown;
  if (!shown) return;
  fill();
  learnAddresses().then(() => { if (!$('share').hidden) fill(); });
}
