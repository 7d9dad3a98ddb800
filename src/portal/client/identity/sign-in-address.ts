export function goToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** The path of `next` if it is ours; otherwise null. Rejects anything a browser could resolve to another site. */
export function readNext(next: string | null | undefined): string | null {
  if (next === null || next === undefined || !/^\/(?![/\\])[\w\-./~%?&=+:@,]*$/.test(next)) return null;
  return next.startsWith("/api/") || next.startsWith("/sign-in") ? null : next;
}
