-- AlterTable
ALTER TABLE "users" ADD COLUMN     "deactivated_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "directory_users" (
    "provider" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "external_id" TEXT,
    "active" BOOLEAN NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "attributes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_users_pkey" PRIMARY KEY ("provider","user_id")
);

-- CreateTable
CREATE TABLE "directory_groups" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_members" (
    "group_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "directory_members_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateIndex
CREATE INDEX "directory_users_provider_external_id_idx" ON "directory_users"("provider", "external_id");

-- CreateIndex
CREATE INDEX "directory_users_user_id_idx" ON "directory_users"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_provider_user_name_key" ON "directory_users"("provider", "user_name");

-- CreateIndex
CREATE INDEX "directory_groups_provider_external_id_idx" ON "directory_groups"("provider", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_groups_provider_name_key" ON "directory_groups"("provider", "name");

-- CreateIndex
CREATE INDEX "directory_members_user_id_idx" ON "directory_members"("user_id");

-- AddForeignKey
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "directory_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
