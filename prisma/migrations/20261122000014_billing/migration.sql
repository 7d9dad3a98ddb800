-- Invoices, their line items and their payments.

CREATE TABLE "Invoice" (
  "organizationId"    text           NOT NULL,
  id                  text           NOT NULL,
  "invoiceNumber"     text           NOT NULL,
  "caseId"            text           NOT NULL,
  "clientId"          text           NOT NULL,
  status              text           NOT NULL DEFAULT 'draft',
  subject             text,
  memo                text,
  "issuedOn"          date,
  "dueOn"             date,
  "sentAt"            timestamptz(3),
  "paidAt"            timestamptz(3),
  "paymentTermsDays"  integer        NOT NULL DEFAULT 30,
  "subtotalCents"     bigint         NOT NULL,
  "discountCents"     bigint         NOT NULL DEFAULT 0,
  "taxCents"          bigint         NOT NULL DEFAULT 0,
  "totalCents"        bigint         NOT NULL,
  "paidCents"         bigint         NOT NULL DEFAULT 0,
  "externalId"        text,
  direction           text           NOT NULL DEFAULT 'receivable',
  "periodStartOn"     date,
  "periodEndOn"       date,
  "payFromSettlement" boolean        NOT NULL DEFAULT false,
  revision            integer        NOT NULL DEFAULT 1,
  "createdAt"         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"         timestamptz(3),
  CONSTRAINT "Invoice_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Invoice_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Invoice_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Invoice_status" CHECK (status IN ('draft', 'sent', 'paid', 'partial', 'overdue', 'to_be_paid')),
  CONSTRAINT "Invoice_cents" CHECK ("totalCents" BETWEEN 0 AND 9007199254740991 AND "paidCents" BETWEEN 0 AND "totalCents"
    AND "subtotalCents" BETWEEN 0 AND 9007199254740991 AND "discountCents" BETWEEN 0 AND "subtotalCents"
    AND "taxCents" BETWEEN 0 AND 9007199254740991 AND "totalCents" = "subtotalCents" - "discountCents" + "taxCents"),
  CONSTRAINT "Invoice_direction" CHECK (direction IN ('receivable', 'payable')),
  CONSTRAINT "Invoice_period" CHECK ("periodStartOn" <= "periodEndOn"),
  CONSTRAINT "Invoice_terms" CHECK ("paymentTermsDays" BETWEEN 0 AND 3650),
  CONSTRAINT "Invoice_settled" CHECK (status <> 'paid' OR "paidCents" = "totalCents"),
  CONSTRAINT "Invoice_untouched" CHECK (status <> 'draft' OR "paidCents" = 0),
  CONSTRAINT "Invoice_deleted_draft" CHECK ("deletedAt" IS NULL OR status = 'draft')
);
CREATE INDEX "Invoice_organizationId_caseId_id_idx" ON "Invoice" ("organizationId", "caseId", id);
CREATE INDEX "Invoice_organizationId_caseId_updatedAt_id_idx" ON "Invoice" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "Invoice_organizationId_clientId_id_idx" ON "Invoice" ("organizationId", "clientId", id);
CREATE INDEX "Invoice_organizationId_clientId_updatedAt_id_idx" ON "Invoice" ("organizationId", "clientId", "updatedAt", id);
CREATE UNIQUE INDEX "Invoice_organizationId_invoiceNumber_key" ON "Invoice" ("organizationId", "invoiceNumber");
CREATE UNIQUE INDEX "Invoice_organizationId_externalId_key" ON "Invoice" ("organizationId", "externalId");

CREATE TABLE "InvoiceLineItem" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "invoiceId"      text           NOT NULL,
  "position"       integer        NOT NULL,
  kind             text           NOT NULL,
  description      text           NOT NULL,
  quantity         numeric(14, 4) NOT NULL,
  unit             text,
  code             text,
  "rateCents"      bigint         NOT NULL,
  "amountCents"    bigint         NOT NULL,
  "serviceOn"      date,
  CONSTRAINT "InvoiceLineItem_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "InvoiceLineItem_organizationId_invoiceId_fkey" FOREIGN KEY ("organizationId", "invoiceId")
    REFERENCES "Invoice" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "InvoiceLineItem_cents" CHECK ("rateCents" BETWEEN -9007199254740991 AND 9007199254740991 AND "amountCents" BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT "InvoiceLineItem_kind" CHECK (kind IN ('time', 'expense', 'flat_fee', 'contingency_fee', 'adjustment', 'credit', 'interest')),
  -- round(numeric) takes halves away from zero.
  CONSTRAINT "InvoiceLineItem_amount" CHECK (quantity >= 0 AND "amountCents" = round(quantity * "rateCents"))
);
CREATE UNIQUE INDEX "InvoiceLineItem_organizationId_invoiceId_position_key" ON "InvoiceLineItem" ("organizationId", "invoiceId", "position");

CREATE TABLE "Payment" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "invoiceId"      text           NOT NULL,
  "amountCents"    bigint         NOT NULL,
  "refundedCents"  bigint         NOT NULL DEFAULT 0,
  method           text           NOT NULL,
  status           text           NOT NULL DEFAULT 'cleared',
  "statusReason"   text,
  "receivedOn"     date           NOT NULL,
  "clearedOn"      date,
  reference        text,
  "checkNumber"    text,
  note             text,
  "externalId"     text,
  "createdBy"      jsonb          NOT NULL,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Payment_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Payment_organizationId_invoiceId_fkey" FOREIGN KEY ("organizationId", "invoiceId")
    REFERENCES "Invoice" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Payment_method" CHECK (method IN (
    'check', 'ach', 'card', 'wire', 'trust_transfer', 'cash', 'settlement_proceeds', 'write_off', 'other')),
  CONSTRAINT "Payment_status" CHECK (status IN ('pending', 'cleared', 'failed', 'refunded', 'voided')),
  CONSTRAINT "Payment_cents" CHECK ("amountCents" BETWEEN 1 AND 9007199254740991 AND "refundedCents" BETWEEN 0 AND "amountCents"
    AND ("refundedCents" = 0 OR status IN ('cleared', 'refunded')) AND (status = 'refunded') = ("refundedCents" = "amountCents")),
  CONSTRAINT "Payment_cleared" CHECK (status NOT IN ('cleared', 'refunded') OR "clearedOn" IS NOT NULL)
);
CREATE INDEX "Payment_organizationId_invoiceId_id_idx" ON "Payment" ("organizationId", "invoiceId", id);
CREATE INDEX "Payment_organizationId_invoiceId_updatedAt_id_idx" ON "Payment" ("organizationId", "invoiceId", "updatedAt", id);
CREATE UNIQUE INDEX "Payment_organizationId_externalId_key" ON "Payment" ("organizationId", "externalId");

CREATE INDEX "Invoice_updated" ON "Invoice" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_due" ON "Invoice" ("organizationId", "dueOn", id) WHERE "deletedAt" IS NULL AND "dueOn" IS NOT NULL;
CREATE INDEX "Invoice_issued" ON "Invoice" ("organizationId", "issuedOn", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_status_newest" ON "Invoice" ("organizationId", status, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_status_updated" ON "Invoice" ("organizationId", status, "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_status_due" ON "Invoice" ("organizationId", status, "dueOn", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_direction_newest" ON "Invoice" ("organizationId", direction, id) WHERE "deletedAt" IS NULL;
-- What is owed, by its due date.
CREATE INDEX "Invoice_open" ON "Invoice" ("organizationId", direction, "dueOn") INCLUDE ("totalCents", "paidCents", "caseId", "clientId")
  WHERE "deletedAt" IS NULL AND status IN ('sent', 'partial', 'overdue', 'to_be_paid');
-- For the daily job, which looks through all organizations.
CREATE INDEX "Invoice_falling_due" ON "Invoice" ("dueOn") WHERE "deletedAt" IS NULL AND status IN ('sent', 'partial');
-- What can be paid and is not yet marked as overdue, by its due date: past it, the daily job has not come to it yet.
CREATE INDEX "Invoice_awaited" ON "Invoice" ("organizationId", "dueOn", id)
  WHERE "deletedAt" IS NULL AND status IN ('sent', 'partial') AND NOT "payFromSettlement" AND "totalCents" > "paidCents";

-- Tenant isolation and grants. The line items of a draft are replaced as a whole.
CALL isolate_tenants('Invoice', 'InvoiceLineItem', 'Payment');
GRANT SELECT, INSERT, UPDATE ON "Invoice", "InvoiceLineItem", "Payment" TO caseport_application;
GRANT DELETE ON "InvoiceLineItem" TO caseport_application;
CREATE POLICY definer_reads ON "Invoice" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "Invoice" TO caseport_definer;

-- Invoices that are past their due date by their firm's calendar. The transaction that marks one checks again.
CREATE FUNCTION list_invoices_past_due(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT i."organizationId", i.id FROM "Invoice" i JOIN "Organization" o ON o.id = i."organizationId"
    WHERE i."deletedAt" IS NULL AND i.status IN ('sent', 'partial') AND i."totalCents" > i."paidCents" AND NOT i."payFromSettlement"
      -- No time zone is more than fourteen hours ahead of UTC.
      AND i."dueOn" < (now() AT TIME ZONE 'UTC' + interval '14 hours')::date AND i."dueOn" < (now() AT TIME ZONE o.timezone)::date
    ORDER BY i."dueOn" LIMIT batch;
END $$;
CALL run_as_definer('list_invoices_past_due(integer)');

-- The second check of a rule that src/areas/billing keeps in the same transaction: when it ends, an invoice's line items add up to its
-- subtotal, and its payments to what is paid. The argument names the column with the invoice's id.
CREATE FUNCTION check_invoice_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE concerned text := to_jsonb(NEW)->>TG_ARGV[0]; paid numeric; subtotal numeric;
BEGIN
  SELECT coalesce(sum(p."amountCents" - p."refundedCents"), 0) INTO paid FROM "Payment" p
  WHERE p."organizationId" = NEW."organizationId" AND p."invoiceId" = concerned AND p.status IN ('cleared', 'refunded');
  SELECT coalesce(sum(l."amountCents"), 0) INTO subtotal FROM "InvoiceLineItem" l
  WHERE l."organizationId" = NEW."organizationId" AND l."invoiceId" = concerned;
  PERFORM 1 FROM "Invoice" i
  WHERE i."organizationId" = NEW."organizationId" AND i.id = concerned AND (i."paidCents" <> paid OR i."subtotalCents" <> subtotal);
  IF FOUND THEN
    RAISE EXCEPTION 'an invoice does not add up' USING ERRCODE = 'check_violation', CONSTRAINT = 'Invoice_adds_up';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_invoice_adds_up('id');
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_invoice_adds_up('invoiceId');

-- The line items of an invoice that was sent stay.
CREATE FUNCTION keep_sent_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "Invoice" i WHERE i."organizationId" = OLD."organizationId" AND i.id = OLD."invoiceId" AND i.status <> 'draft';
  IF FOUND THEN
    RAISE EXCEPTION 'only the line items of a draft can be deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_sent_lines BEFORE DELETE ON "InvoiceLineItem" FOR EACH ROW EXECUTE FUNCTION keep_sent_lines();

CREATE TRIGGER touch BEFORE UPDATE ON "Invoice" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Payment" FOR EACH ROW EXECUTE FUNCTION touch_row();
