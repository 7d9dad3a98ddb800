/** From the window's foot, as `bottom-20`: above a bar that sticks there. */
const restingPixels = 80;
/** Between the toasts and a save bar. */
const gapPixels = 12;

/**
 * Keeps toasts above a save bar, which lies where they rest at the end of a page, and which a rejection makes higher.
 *
 * @param place called with the pixels from the window's foot; with null where they rest
 * @param shown aborted once no toast is shown
 */
export function avoidSaveBar(toasts: HTMLElement, place: (bottom: number | null) => void, shown: AbortSignal): void {
  if (shown.aborted) return;
  const update = () => {
    const bar = document.querySelector("[data-save-bar]")?.getBoundingClientRect();
    const reach = window.innerHeight - restingPixels - toasts.offsetHeight;
    const isCovered = bar !== undefined && bar.top < window.innerHeight && bar.bottom > reach;
    const above = isCovered ? window.innerHeight - bar.top + gapPixels : restingPixels;
    place(above > restingPixels ? above : null);
  };
  // Observing calls it for the first time.
  const sizes = new ResizeObserver(update);
  sizes.observe(toasts);
  sizes.observe(document.body);
  window.addEventListener("scroll", update, { passive: true, signal: shown });
  window.addEventListener("resize", update, { signal: shown });
  shown.addEventListener("abort", () => sizes.disconnect());
}
