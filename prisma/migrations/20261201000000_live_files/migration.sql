-- One file per project names what is live, for all of its tokens, under a name that nobody can guess.
-- allowed: volatile-default: there are few projects, so rewriting the table takes no time.
ALTER TABLE "projects" ADD COLUMN "live_name" TEXT NOT NULL
  DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
ALTER TABLE "projects" ADD COLUMN "mirrored_seq" INTEGER;
-- The tokens' files must name it, so all are written again.
UPDATE "project_tokens" SET "mirrored_seq" = NULL;
