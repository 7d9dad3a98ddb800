/** Marks the looks of texts outside the flow that have no background of their own. */
export const outOfFlow = "outside the flow ";

/**
 * Marks the texts whose contrast axe measures: every text, or the first and the last of all that look the same. A mark
 * is the index of the text's look in the result. Runs in the browser.
 *
 * Contrast takes axe more time than all its other rules, and most of it for rows of one table. Texts look the same if
 * they have the same classes, computed colors, size, weight and state, on the same backgrounds of their ancestors. An
 * element outside the flow can lie on anything, so its texts are compared only with each other, unless its background
 * is opaque.
 */
export function markTexts(every: boolean): string[] {
  const attribute = "data-checked-text";
  const exempt = ":disabled, [aria-disabled=true], [inert], [aria-hidden=true]";
  const grounds = new Map<Element, { colors: string; isBlended: boolean }>();
  const groups = new Map<string, Element[]>();
  let boxes = 0;

  const findText = (element: Element) =>
    element.matches("input, select, textarea")
      ? "a value"
      : [...element.childNodes]
          .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ""))
          .join("")
          .trim();

  /** A sticky element is where the flow puts it until something around it is scrolled. */
  function isScrolled(element: Element | null): boolean {
    return element !== null && (element.scrollTop > 0 || element.scrollLeft > 0 || isScrolled(element.parentElement));
  }

  /** The backgrounds behind an element's texts, up to the first opaque one; what is blended shows all of them. */
  function findGround(element: Element | null): { colors: string; isBlended: boolean } {
    if (element === null) return { colors: "", isBlended: false };
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const [blending, below] = [[opacity, filter, mixBlendMode].join(), findGround(element.parentElement)];
    const isBlended = below.isBlended || blending !== "1,none,normal";
    const own = [backgroundColor, backgroundImage, blending].join();
    const isPlaced =
      ["absolute", "fixed"].includes(position) || (position === "sticky" && isScrolled(element.parentElement));
    const parts = [
      below.colors,
      own === "rgba(0, 0, 0, 0),none,1,none,normal" ? "" : own,
      isPlaced ? `outside the flow ${(boxes += 1)}` : "",
    ];
    const isOpaque = !isBlended && !/^rgba|\//.test(backgroundColor);
    const ground = { colors: isOpaque ? own : parts.filter((part) => part !== "").join(" > "), isBlended };
    grounds.set(element, ground);
    return ground;
  }

  function describe(element: Element): string {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isExempt = element.closest(exempt) !== null || element.closest("label")?.control?.matches(exempt) === true;
    return [
      element.getAttribute("class"),
      color,
      fontSize,
      fontWeight,
      textShadow,
      isExempt,
      findGround(element).colors,
    ].join("; ");
  }

  /** Axe measures nothing that is clipped to a pixel. */
  const isForScreenReaders = ({ clientWidth, clientHeight }: Element) => clientWidth === 1 && clientHeight === 1;

  /** Axe ignores single characters and clipped texts. */
  function isMeasured(element: Element): boolean {
    if (findText(element).length < 2) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    for (let outer = element.parentElement; outer !== null && outer !== document.body; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow === "visible") continue;
      const box = outer.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
    }
    return true;
  }

  for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
  for (const element of document.body.querySelectorAll("*")) {
    if (
      findText(element) === "" ||
      isForScreenReaders(element) ||
      !element.checkVisibility({ visibilityProperty: true })
    )
      continue;
    const key = every ? String(groups.size) : describe(element);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  for (const [index, group] of [...groups.values()].entries()) {
    const measured = group.filter(isMeasured);
    for (const element of [measured[0] ?? group[0], measured.at(-1) ?? group.at(-1)])
      element?.setAttribute(attribute, String(index));
  }
  return [...groups.keys()];
}
