-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "limits" JSONB;

-- AlterTable
ALTER TABLE "members" ADD COLUMN     "limits" JSONB;
