-- How many bytes values hold as JSON, so that pages can be bounded by bytes without reading the values.
ALTER TABLE "entry_values" ADD COLUMN "bytes" INTEGER GENERATED ALWAYS AS (octet_length("values"::text)) STORED;
