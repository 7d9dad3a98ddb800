"use client";

import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { buttonBase, buttonVariants } from "../ui/button-classes.ts";

/** All controls are at least 44 px high: they are used with a finger. */
const size = "min-h-11 text-base text-center";
const padding = "px-5 py-2";

/** Texts of buttons wrap: in Spanish and enlarged they are longer than a phone is wide. */
const wrapping = buttonBase.replace("whitespace-nowrap", "whitespace-normal");

interface ActionProps extends Omit<ComponentProps<"button">, "type"> {
  submits?: boolean;
  /** Ignores clicks and says so; the button keeps the focus. */
  busy?: boolean;
}

function classes(variant: keyof typeof buttonVariants, className = ""): string {
  return `${wrapping} ${buttonVariants[variant]} ${size} ${className === "" ? padding : className}`;
}

function Action({ submits = false, busy = false, onClick, className, ...rest }: ActionProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" or "submit"
      type={submits && !busy ? "submit" : "button"}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={className}
      {...rest}
    />
  );
}

export function PrimaryButton({ className, ...rest }: ActionProps) {
  return <Action className={classes("primary", className)} {...rest} />;
}

export function PlainButton({ className, ...rest }: ActionProps) {
  return <Action className={classes("secondary", className)} {...rest} />;
}

export function DangerButton({ className, ...rest }: ActionProps) {
  return <Action className={classes("danger", className)} {...rest} />;
}

/** An action that looks like a link, for what few people do. */
export function QuietButton({ className = "", ...rest }: ActionProps) {
  return (
    <Action
      className={`min-h-11 cursor-pointer rounded px-1 text-left text-accent underline underline-offset-2 hover:text-accent-strong ${className}`}
      {...rest}
    />
  );
}

export function LinkButton({ className = "", children, ...rest }: ComponentProps<"a">) {
  return (
    <a
      className={`inline-flex min-h-11 items-center justify-self-start rounded px-1 text-accent underline underline-offset-2 hover:text-accent-strong ${className}`}
      {...rest}
    >
      {children}
    </a>
  );
}

/** The heading of a step: it has the focus when its step begins, so that a screen reader reads it. */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = children;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [children]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="font-serif text-2xl leading-tight font-semibold text-balance outline-none"
    >
      {children}
    </h1>
  );
}

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-danger/40 bg-danger-soft px-4 py-3 wrap-anywhere">
      {children}
    </p>
  );
}

interface LabeledProps {
  id: string;
  label: ReactNode;
  note?: string | undefined;
  hint?: ReactNode;
  fault?: string | undefined;
  children: ReactNode;
}

/** A control with its label above, its hint and its fault below; the control names the last two by {@link describedBy}. */
export function Labeled({ id, label, note, hint, fault, children }: LabeledProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold wrap-anywhere">
        {label}
        {note !== undefined && <span className="font-normal text-muted"> ({note})</span>}
      </label>
      {children}
      {hint !== undefined && hint !== "" && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Fault id={id} fault={fault} />
    </div>
  );
}

export function Fault({ id, fault }: { id: string; fault: string | undefined }) {
  return fault === undefined ? null : (
    <p id={`${id}-fault`} className="text-sm font-semibold text-danger">
      {fault}
    </p>
  );
}

export function describedBy(id: string, hint: string | undefined, fault: string | undefined): string | undefined {
  const parts = [
    ...(hint === undefined || hint === "" ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

export const inputLook =
  "min-h-11 w-full min-w-0 rounded-md border border-edge bg-surface px-3 py-2 text-base text-text aria-invalid:border-danger";
