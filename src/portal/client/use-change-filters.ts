import { usePathname } from "next/navigation";

/**
 * Returns a function that puts a list's filters into the URL. Only the URL changes: the list is fetched by it, and the
 * page stays.
 *
 * @param write the filters as a URL's query
 */
export function useChangeFilters<Filters>(write: (filters: Filters) => string) {
  const path = usePathname();
  /** @param isTyping true for a keystroke, which adds no history entry */
  return (filters: Filters, isTyping = false) => {
    const query = write(filters);
    window.history[isTyping ? "replaceState" : "pushState"](null, "", query === "" ? path : `${path}?${query}`);
  };
}
