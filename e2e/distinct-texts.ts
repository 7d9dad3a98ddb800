/** Marks the looks of texts outside the flow. */
export const outOfFlow = "box ";

/**
 * Marks the texts whose contrast axe measures: every text, or the first and the last of all that look the same. A mark is the index of the
 * text's look in the result. Runs in the browser.
 *
 * Contrast takes axe more time than all its other rules, and most of it for rows of one table. Texts look the same if they have the same
 * classes, computed colors, size, weight and state, on the same backgrounds of their ancestors. Elements outside the flow can cover
 * anything, so their texts are compared only with each other.
 */
export function markTexts(every: boolean): string[] {
  const attribute = "data-checked-text";
  const exempt = ":disabled, [aria-disabled=true], [inert], [aria-hidden=true]";
  const grounds = new Map<Element, string>();
  const groups = new Map<string, Element[]>();
  let boxes = 0;

  const findText = (element: Element) =>
    element.matches("input, select, textarea") ? "a value" : [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join("").trim();

  /** The backgrounds behind an element's texts, up to the root. */
  function findGround(element: Element | null): string {
    if (element === null) return "";
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const painted = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const own = painted === "rgba(0, 0, 0, 0),none,1,none,normal" ? "" : painted;
    const place = ["absolute", "fixed", "sticky"].includes(position) ? `box ${(boxes += 1)}` : "";
    const ground = [findGround(element.parentElement), own, place].filter((part) => part !== "").join(" > ");
    grounds.set(element, ground);
    return ground;
  }

  function describe(element: Element): string {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isExempt = element.closest(exempt) !== null || element.closest("label")?.control?.matches(exempt) === true;
    return [element.getAttribute("class"), color, fontSize, fontWeight, textShadow, isExempt, findGround(element)].join("; ");
  }

  /** Axe ignores single characters and clipped texts. */
  function isJudged(element: Element): boolean {
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
    if (findText(element) === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
    const key = every ? String(groups.size) : describe(element);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  for (const [index, group] of [...groups.values()].entries()) {
    const judged = group.filter(isJudged);
    for (const element of [judged[0] ?? group[0], judged.at(-1) ?? group.at(-1)]) element?.setAttribute(attribute, String(index));
  }
  return [...groups.keys()];
}
