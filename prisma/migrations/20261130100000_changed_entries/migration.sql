-- An entry that is live in one language and has only drafts in another one has changes that aren't live.
UPDATE "entries" e SET "changed" = true
WHERE e."status" = 'published' AND NOT e."changed" AND EXISTS (
  SELECT FROM "entry_drafts" d WHERE d."entry_id" = e."id" AND NOT EXISTS (
    SELECT FROM "publications" p WHERE p."project_id" = e."project_id" AND p."entry_id" = d."entry_id"
      AND p."locale" = d."locale" AND p."until_seq" IS NULL));
