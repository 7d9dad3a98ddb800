-- What the headers of the call's response would have said; null of items that ended before.
ALTER TABLE "BulkItem" ADD COLUMN "reason" TEXT, ADD COLUMN "detail" TEXT;
