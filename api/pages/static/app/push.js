// @ts-check
// The service worker: shows push notifications, and opens their page.

/** What this file uses of a service worker, whose types are those of another library. */
const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { body, path } = event.data.json();
  event.waitUntil(worker.registration.showNotification("Afteraction", { body, tag: path, renotify: true, data: path }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** @param {string} path */
async function open(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {{url: string}} */ one) => new URL(one.url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}
