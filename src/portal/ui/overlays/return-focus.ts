import { useState } from "react";

/**
 * Returns the focus to the element that had it when the dialog opened. Radix would return it to its trigger, which
 * these dialogs do not have.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : document.getElementById("content"))?.focus();
  };
}
