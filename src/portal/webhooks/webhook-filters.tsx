"use client";

import { subscriptionStatuses } from "../../contract/webhooks/webhooks.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/forms/select.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { useKeys } from "./use-keys.ts";
import { readKeyId, writeWebhooksQuery } from "./webhooks-query.ts";
import type { WebhooksQuery } from "./webhooks-query.ts";

interface WebhookFiltersProps {
  query: WebhooksQuery;
  onChange: (query: WebhooksQuery) => void;
}

export function WebhookFilters({ query, onChange }: WebhookFiltersProps) {
  const keys = useKeys().data ?? [];
  const { status, keyId } = query;
  const isKnown = keyId === null || keys.some(({ id }) => id === keyId);
  return (
    <search className="mb-4 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap sm:items-center">
      <Select
        aria-label="Status"
        value={status ?? ""}
        className="sm:w-40"
        onChange={({ target }) => onChange({ ...query, status: subscriptionStatuses.find((each) => each === target.value) ?? null })}
      >
        <option value="">All statuses</option>
        {subscriptionStatuses.map((each) => (
          <option key={each} value={each}>
            {nameStatus(each)}
          </option>
        ))}
      </Select>
      <Select aria-label="Key" value={keyId ?? ""} className="sm:w-64" onChange={({ target }) => onChange({ ...query, keyId: readKeyId(target.value) })}>
        <option value="">All keys</option>
        {!isKnown && <option value={keyId}>{keyId}</option>}
        {keys.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {writeWebhooksQuery(query) !== "" && (
        <Button variant="ghost" className="px-3 max-sm:col-span-2" onClick={() => onChange({ status: null, keyId: null })}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
