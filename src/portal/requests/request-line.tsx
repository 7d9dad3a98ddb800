import { cn } from "../ui/class-names.ts";
import { requestLine as t } from "./strings.ts";

const inks: Readonly<Record<string, string>> = {
  GET: "text-[var(--get)]",
  POST: "text-[var(--post)]",
  PUT: "text-[var(--put)]",
  PATCH: "text-[var(--patch)]",
  DELETE: "text-[var(--delete)]",
};

/** The path of an unknown route is not stored. */
export function RequestLine({
  method,
  route,
  className,
}: {
  method: string;
  route: string | null;
  className?: string;
}) {
  return (
    <span className={cn("font-mono text-[0.8125rem] wrap-anywhere", className)}>
      <span className={cn("font-semibold", inks[method])}>{method}</span>{" "}
      {route ?? <span className="font-sans text-muted">{t.unknownPath}</span>}
    </span>
  );
}
