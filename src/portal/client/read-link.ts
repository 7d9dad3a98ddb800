/** The link within the portal that a click follows; null if it follows none, or opens it elsewhere. */
export function readLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement && link.target !== "_blank" && link.origin === window.location.origin
    ? link
    : null;
}
