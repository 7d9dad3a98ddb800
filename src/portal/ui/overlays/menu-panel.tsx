import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../class-names.ts";
import type { MenuCheckProps, MenuChoiceProps, MenuItemProps, MenuProps } from "./menu-props.ts";

/** Not modal, so that Radix injects no <style> to lock scrolling. */
export function MenuPanel({ trigger, align = "end", className, children }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "rise z-40 max-h-[min(28rem,80vh)] min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemLook =
  "flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-text no-underline outline-none select-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-sunken";

export function Item({ danger = false, className, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      className={cn(itemLook, danger && "text-danger data-highlighted:bg-danger-soft", className)}
      {...rest}
    />
  );
}

export function Label(props: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-semibold text-muted" {...props} />;
}

export function Separator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}

export function Choice({ value, onValueChange, choices }: MenuChoiceProps): ReactNode {
  return (
    <Radix.RadioGroup value={value} onValueChange={onValueChange}>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className={cn(itemLook, "pl-7")}>
          <Radix.ItemIndicator className="absolute -ml-4.5" aria-hidden>
            ✓
          </Radix.ItemIndicator>
          {choice.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

/** Stays open, so that several are chosen at once. */
export function Check({ className, children, ...rest }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      className={cn(itemLook, "pl-7", className)}
      onSelect={(event) => event.preventDefault()}
      {...rest}
    >
      <Radix.ItemIndicator className="absolute -ml-4.5" aria-hidden>
        ✓
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}
