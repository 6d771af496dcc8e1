-- AlterTable
ALTER TABLE "password_resets" ADD COLUMN     "made_by_id" TEXT;

-- An address counts as verified only where a provider, its directory or the set-up of the instance says so: links of earlier mails and
-- of people can't be told apart.
UPDATE "users" u SET "email_verified" = false
  WHERE NOT EXISTS (SELECT 1 FROM "accounts" a WHERE a."user_id" = u."id" AND a."provider_id" <> 'credential')
    AND NOT EXISTS (SELECT 1 FROM "directory_users" d WHERE d."user_id" = u."id")
    AND NOT EXISTS (SELECT 1 FROM "instance" i WHERE i."owner_id" = u."id");

-- No one knows who made the open links.
DELETE FROM "password_resets" WHERE "used_at" IS NULL;
