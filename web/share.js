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
  fill();
}

function fill() {
  const links = addresses?.length > 0 ? addresses.map((address) => address + location.hash) : [location.href];
  const lonely = ONLY_HERE && links[0] === location.href;
  $('link').value = links[0];
  $('linkLocal').hidden = !lonely;
  $('linkOthers').hidden = links.length < 2;
  $('linkOthers').textContent = t('linkOthers', { links: links.slice(1).join(' ') });
  const picture = lonely ? '' : `<img src="qr?link=${encodeURIComponent(links[0])}" alt="${escapeText(t('qr'))}" width="180" height="180">`;
  if ($('qr').dataset.shown === picture) return;
  $('qr').innerHTML = picture;
  $('qr').dataset.shown = picture;
  $('qr').firstChild?.addEventListener('error', () => $('qr').replaceChildren()); // a server may draw none
}

export function renderShare(shown) {
  $('share').hidden = !shown;
  if (!shown) return;
  fill();
  learnAddresses();
}
