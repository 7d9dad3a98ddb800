import { useOrganization } from "../../shell/account-context.tsx";
import { PlainLink } from "../../ui/link.tsx";
import { tags as t } from "./strings.ts";

/** Each leads to the keys with it. */
export function Tags({ tags }: { tags: readonly string[] }) {
  const { href } = useOrganization();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t.tags} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <PlainLink
            href={href(`/credentials?tag=${encodeURIComponent(tag)}`)}
            className="inline-block min-h-6 rounded-full border border-line bg-sunken px-2 py-0.5 text-xs wrap-anywhere text-muted hover:text-text"
          >
            {tag}
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
