-- Times are found by their day in UTC, texts in any form of Unicode, and Thai, Lao, Khmer and Burmese words wherever they stand
-- in a sentence: the API makes the vectors of all drafts once more.
UPDATE "entry_drafts" SET "search_stale" = true WHERE "search" IS NOT NULL AND NOT "search_stale";
