import { X } from "lucide-react";
import * as Radix from "@radix-ui/react-dialog";
import { Button } from "../button.tsx";
import { dialogPanel as t } from "./strings.ts";
import type { DialogProps } from "./dialog-props.ts";
import { useReturnFocus } from "./return-focus.ts";

const looks = {
  sm: "dialog sm:max-w-md",
  md: "dialog sm:max-w-xl",
  lg: "dialog sm:max-w-3xl",
  xl: "dialog sm:max-w-6xl",
  side: "dialog dialog-side",
} as const;

/** The overlay is not Radix's, which would inject a <style> to lock scrolling; portal.css does that. */
export default function DialogPanel({
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = "md",
  dismissible = true,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const keepOpen = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div data-overlay className="overlay" />
        <Radix.Content
          className={looks[width]}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lg leading-snug font-semibold">{title}</Radix.Title>
            {dismissible && (
              <Radix.Close asChild>
                <Button variant="ghost" size="icon-sm" aria-label={t.close} className="-mt-1 -mr-2">
                  <X aria-hidden className="size-4.5" />
                </Button>
              </Radix.Close>
            )}
          </div>
          {description !== undefined && (
            <Radix.Description className="mt-1.5 text-sm text-muted">{description}</Radix.Description>
          )}
          {children !== undefined && <div className="mt-4">{children}</div>}
          {footer !== undefined && <div className="dialog-footer">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field instead of the close button. */
function focusFirstField(event: Event): void {
  const { currentTarget: content } = event;
  if (!(content instanceof HTMLElement) || content.contains(document.activeElement)) return;
  const field = content.querySelector<HTMLElement>(
    "input:not([disabled], [hidden]), select:not([disabled]), textarea:not([disabled])",
  );
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
