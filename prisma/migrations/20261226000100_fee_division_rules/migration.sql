-- Rules on dividing a fee between firms. A wider check: rows of before satisfy it, so none is read again.
ALTER TABLE "JurisdictionRule" DROP CONSTRAINT "JurisdictionRule_kind";
ALTER TABLE "JurisdictionRule" ADD CONSTRAINT "JurisdictionRule_kind" CHECK (kind = ANY ('{limitation,claim_notice,minority,service,fee_cap,lien_reduction,fee_division}')) NOT VALID;
