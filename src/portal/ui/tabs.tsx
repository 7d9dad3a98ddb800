import { createContext, useContext, useId, useMemo, type KeyboardEvent, type ReactNode } from "react";
import { cn } from "./class-names.ts";

interface TabsProps<Tab extends string> {
  label: string;
  value: NoInfer<Tab>;
  onValueChange: (value: Tab) => void;
  tabs: readonly { value: Tab; label: ReactNode }[];
  children: ReactNode;
}

const TabsContext = createContext({ id: "", value: "" });

const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Arrow keys move the focus, Enter opens: panels fetch data, so moving must not open them. */
export function Tabs<Tab extends string>({ label, value, onValueChange, tabs, children }: TabsProps<Tab>) {
  const id = useId();
  const held = useMemo(() => ({ id, value }), [id, value]);
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>("[role=tab]") ?? [])];
    all[target(all.indexOf(event.currentTarget), all.length)]?.focus();
  };
  return (
    <TabsContext value={held}>
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel-${tab.value}` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onKeyDown={move}
              onClick={() => onValueChange(tab.value)}
              className={cn(
                "-mb-px cursor-pointer border-b-2 px-3 py-2.5 text-sm font-medium whitespace-nowrap -outline-offset-3!",
                isChosen ? "border-accent text-text" : "border-transparent text-muted hover:text-text",
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {children}
    </TabsContext>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const tabs = useContext(TabsContext);
  if (tabs.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      className={cn("pt-6", className)}
    >
      {children}
    </div>
  );
}
