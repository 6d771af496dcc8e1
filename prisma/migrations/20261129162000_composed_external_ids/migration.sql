-- External ids are compared in NFC from now on. One that another entry has in another form stays, found by the entry's id only.
UPDATE "entries" e SET "external_id" = normalize(e."external_id", NFC)
WHERE e."external_id" IS NOT NULL AND e."external_id" IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT 1 FROM "entries" o WHERE o."project_id" = e."project_id" AND o."collection_key" = e."collection_key"
    AND o."id" <> e."id" AND normalize(o."external_id", NFC) = normalize(e."external_id", NFC));
