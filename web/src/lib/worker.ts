// The worker beside the page: it keeps the companion for when there is no line, and notifies where a page may not.

/** The worker, registered if need be; nothing where the browser has none or the page came by an open line. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return null;
  try {
    await navigator.serviceWorker.register("/companion-worker.js");
    return await navigator.serviceWorker.ready;
  } catch {
    return null; // the page works without it
  }
}
