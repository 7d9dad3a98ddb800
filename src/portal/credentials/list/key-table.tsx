import { Fragment } from "react";
import type { keySorts } from "../../../contract/integration-keys.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { nameMember } from "../../team/team-query.ts";
import { Code } from "../../ui/code-block.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { nameStatus, StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { CheckboxBox } from "../../ui/forms/checkbox.tsx";
import { PlainLink } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ShortId } from "../../ui/short-id.tsx";
import type { Key } from "../portal-types.ts";
import { summarizeScopes, summarizeSpecial } from "../scopes/scope-grid.ts";
import { keyTable as t } from "./strings.ts";
import { Tags } from "./tags.tsx";

type Sort = (typeof keySorts)[number];

interface KeyTableProps {
  keys: readonly Key[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  selected: ReadonlySet<string>;
  /** @param isRange whether Shift is held: up to the key that was chosen before */
  onSelect: (keyId: string, isRange: boolean) => void;
}

/** The server sorts and filters: the table shows its pages in order. */
export function KeyTable({ keys, sort, onSort, selected, onSelect }: KeyTableProps) {
  const sortBy = (by: Sort) => ({
    direction: sort === by && ("asc" as const),
    onSort: () => onSort(sort === by ? "newest" : by),
  });
  return (
    <DataTable
      name="api-keys"
      caption={t.apiKeys}
      rows={keys}
      keyOf={({ id }) => id}
      className="sm:[&_:is(td,th)]:px-2"
      columns={[
        {
          label: t.selection,
          render: (key) => <Selection serviceAccount={key} isSelected={selected.has(key.id)} onSelect={onSelect} />,
          className: "max-sm:order-first sm:pr-0",
        },
        {
          label: t.name,
          render: (key) => <NameCell serviceAccount={key} />,
          text: ({ name }) => name,
          sort: sortBy("name"),
          share: "wide",
          className: "max-sm:basis-1/2",
        },
        {
          label: t.status,
          render: ({ status }) => <StatusBadge status={status} />,
          text: ({ status }) => nameStatus(status),
          onPhone: "beside",
        },
        {
          label: t.prefix,
          render: ({ keyPrefix }) => <Code>{keyPrefix}</Code>,
          text: ({ keyPrefix }) => keyPrefix,
          onPhone: "without-label",
          className: "whitespace-nowrap",
        },
        { label: t.keyId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
        {
          label: t.expires,
          render: ({ expiresAt, revokedAt }) =>
            revokedAt === null ? <RelativeTime instant={expiresAt} /> : <span className="text-muted">—</span>,
          text: ({ expiresAt, revokedAt }) => (revokedAt === null ? expiresAt : null),
          className: "whitespace-nowrap",
          sort: sortBy("expires"),
        },
        {
          label: t.lastUsed,
          render: ({ lastUsedAt }) => <RelativeTime instant={lastUsedAt} />,
          text: ({ lastUsedAt }) => lastUsedAt,
          className: "whitespace-nowrap",
        },
        {
          label: t.scopes,
          render: (key) => <ScopesCell serviceAccount={key} />,
          text: ({ scopes }) => scopes.join(" "),
          onPhone: "without-label",
          className: "sm:min-w-46",
        },
        {
          label: t.actingAttorney,
          render: ({ actingAttorney }) => (actingAttorney === null ? none : <Cut text={nameMember(actingAttorney)} />),
          text: ({ actingAttorney }) => actingAttorney && nameMember(actingAttorney),
          className: cutLook,
          shownFrom: 90,
        },
        // Most firms need neither: shown as soon as a key has one.
        {
          label: t.owner,
          render: ({ owner }) => (owner === null ? none : <Cut text={nameMember(owner)} />),
          text: ({ owner }) => owner && nameMember(owner),
          className: cutLook,
          shownFrom: 100,
          isOptional: keys.every(({ owner }) => owner === null),
        },
        {
          label: t.tags,
          render: ({ tags }) => <Tags tags={tags} />,
          text: ({ tags }) => tags.join(", "),
          shownFrom: 100,
          isOptional: keys.every(({ tags }) => tags.length === 0),
          onPhone: "without-label",
        },
        {
          label: t.createdBy,
          render: ({ createdBy }) => createdBy?.name ?? <span className="text-muted">—</span>,
          text: ({ createdBy }) => createdBy?.name ?? null,
          isOptional: true,
          onPhone: "hidden",
        },
      ]}
    />
  );
}

const none = <span className="text-muted">{t.none}</span>;

/** One line, which is cut where a name is long. */
const Cut = ({ text }: { text: string }) => <span title={text}>{text}</span>;
const cutLook = "sm:max-w-32 sm:truncate";

interface SelectionProps {
  serviceAccount: Key;
  isSelected: boolean;
  onSelect: KeyTableProps["onSelect"];
}

function Selection({ serviceAccount: { id, name }, isSelected, onSelect }: SelectionProps) {
  return (
    <label className="-m-1 grid size-7 cursor-pointer place-items-center">
      <span className="sr-only">{t.select(name)}</span>
      <CheckboxBox
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

function NameCell({ serviceAccount: { id, name } }: { serviceAccount: Key }) {
  const { href } = useOrganization();
  return (
    <PlainLink
      href={href(`/credentials/${id}`)}
      title={name}
      className="line-clamp-2 min-h-6 rounded font-semibold text-accent max-sm:max-w-72 max-sm:min-w-36 max-sm:wrap-anywhere hover:underline sm:block sm:truncate"
    >
      {name}
    </PlainLink>
  );
}

function ScopesCell({ serviceAccount: { scopes, elevatedScopes, pendingScopes } }: { serviceAccount: Key }) {
  const parts = [summarizeSpecial(elevatedScopes.length, 0), summarizeSpecial(0, pendingScopes.length)];
  return (
    <>
      {summarizeScopes(scopes.length, 0, 0)}
      {parts
        .filter((part) => part !== "")
        .map((part) => (
          <Fragment key={part}>
            {" "}
            <span className="whitespace-nowrap text-muted">· {part}</span>
          </Fragment>
        ))}
    </>
  );
}
