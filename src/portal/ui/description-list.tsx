import type { ReactNode } from "react";

/** `<DescriptionList facts={[["Prefix", <Code>…</Code>]]} />` */
export function DescriptionList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid text-sm sm:grid-cols-[minmax(9rem,auto)_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="pt-2.5 text-muted sm:border-t sm:border-line sm:py-2.5 sm:pr-6 sm:[.contents:first-child>&]:border-0">
            {name}
          </dt>
          <dd className="border-line pb-2.5 wrap-anywhere [&_a]:inline-block [&_a]:py-0.5 max-sm:border-b sm:border-t sm:py-2.5 sm:[.contents:first-child>&]:border-0">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
