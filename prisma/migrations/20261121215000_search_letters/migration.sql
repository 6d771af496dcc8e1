-- Letters like ß and ł, and voiced kana, are found otherwise from now on: the API makes these drafts' vectors anew.
CREATE INDEX "entry_drafts_unsearched_idx" ON "entry_drafts"("entry_id") WHERE "search" IS NULL;
UPDATE "entry_drafts" SET "search" = NULL
WHERE octet_length("search"::text) <> char_length("search"::text);
