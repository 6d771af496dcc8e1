-- AlterTable
ALTER TABLE "users" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "operator_since" TIMESTAMPTZ(3);

UPDATE "users" u SET "operator_since" = coalesce(i."completed_at", now()) FROM "instance" i WHERE i."owner_id" = u."id";
