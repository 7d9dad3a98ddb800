import { Fragment } from "react";

/** Allows line breaks between the words of a technical name. */
export function Breakable({ name, className = "" }: { name: string; className?: string }) {
  return (
    <span className={`font-mono text-xs text-muted ${className}`}>
      {name.split(/(?<=[._])/).map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part may stand there twice, and its place never changes
        <Fragment key={place}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
