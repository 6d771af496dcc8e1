-- AlterTable
ALTER TABLE "device_codes" ADD COLUMN     "provider_factor" BOOLEAN;

-- AlterTable
ALTER TABLE "members" ADD COLUMN     "by_group" TEXT,
ADD COLUMN     "by_provider" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "group_roles" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "provider_factor" BOOLEAN;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "provider_factor" BOOLEAN NOT NULL DEFAULT false;
