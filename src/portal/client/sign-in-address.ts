/** Goes to sign in and, afterwards, back here. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** Where `next` leads, when that is a path of ours; else null. Anything that a browser could resolve to another site is rejected. */
export function readNext(next: string | null | undefined): string | null {
  if (next === null || next === undefined || !/^\/(?![/\\])[\w\-./~%?&=+:@,]*$/.test(next)) return null;
  return next.startsWith("/api/") || next.startsWith("/sign-in") ? null : next;
}
