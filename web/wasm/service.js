// The site without a network: all its files are kept when it is first opened, and from then on come
// from there. `make site` puts VERSION and FILES in front, so that another site is another version.
'use strict';

const KEPT = `ternion-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  skipWaiting();
});

addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('ternion-') && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request)));
});
