-- What inserts an entry and knows no order key leaves it to the job: a process of an earlier release, while others are restarted.
ALTER TABLE "entries" ALTER COLUMN "order_stale" SET DEFAULT true;
