/**
 * Between the press and the click of a mouse button lie some 100 ms, and a press ends the focus of a field first. What
 * a blur shows, such as an error, would in this time move the pressed control away from under the pointer: the click
 * would reach nothing.
 */
let ended: Promise<void> = Promise.resolve();

/** How long a click may take to follow its press's end; on a touch screen it follows at some distance, or not at all. */
const clickDelayMs = 300;

if (typeof window !== "undefined") addEventListener("pointerdown", () => void (ended = nextClick()), true);

/** Resolves when the click that has begun has reached its control; at once if none has. What a blur shows waits for it. */
export function clickEnded(): Promise<void> {
  return ended;
}

/**
 * Also over when a key is pressed, or an option of a list is chosen: of what opens a list, a browser need not report
 * the click.
 */
async function nextClick(): Promise<void> {
  const watch = new AbortController();
  await new Promise<void>((end) => {
    const listen = (type: string, delayMs: number, ends: (event: Event) => boolean = () => true) =>
      addEventListener(type, (event) => ends(event) && setTimeout(end, delayMs), {
        capture: true,
        signal: watch.signal,
      });
    for (const type of ["click", "pointercancel", "keydown"]) listen(type, 0);
    listen("change", 0, ({ target }) => target instanceof HTMLSelectElement);
    listen("pointerup", clickDelayMs);
  });
  watch.abort();
}
