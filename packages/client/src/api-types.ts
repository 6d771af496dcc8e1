// Written by `pnpm run generate-types` from the OpenAPI document of the API.

export interface paths {
    "/projects/{projectId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description Newest first unless `sort` says otherwise, a page at a time. An asset whose place does not change between pages is on exactly one page. Those in the trash are listed with `status=trashed` only.
         */
        get: operations["assets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declare files to upload
         * @description Creates an asset for each file, reserves space for it, and says where to PUT its bytes: straight to storage, not to this API. Then complete each asset. An upload that is not completed within a day is abandoned.
         */
        post: operations["assets.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/uploads/from-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch a file from an address
         * @description Creates an asset, and fetches its file from a public address: for imports and programs. The asset is `pending` until the file has arrived; it ends as `failed` when there is none.
         */
        post: operations["assets.uploadFromUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/upload-urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new addresses for an upload
         * @description For a large file, those of the parts that have not arrived. Nothing else changes.
         */
        post: operations["assets.renewUploadUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an upload
         * @description Checks what has arrived, and moves it out of reach of the upload address. 202 while the asset is being processed, 200 once it is ready or failed. It may be called at any time.
         */
        post: operations["assets.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset
         * @description Its file and sizes, texts in all locales, where it lies, and how far its processing is.
         */
        get: operations["assets.get"];
        put?: never;
        post?: never;
        /**
         * Move an asset to the trash
         * @description After 30 days it is removed for good, with its files. An asset that entries use, in their newest values or live content, is refused.
         */
        delete: operations["assets.delete"];
        options?: never;
        head?: never;
        /**
         * Change an asset's details
         * @description Published content that shows it follows within moments, all of it in one snapshot.
         */
        patch: operations["assets.update"];
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries that use an asset
         * @description In their drafts or live, and in which fields and locales. Entries in the trash are not among them.
         */
        get: operations["assets.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an asset from the trash
         * @description It can be used again at once. The trash keeps an asset for 30 days.
         */
        post: operations["assets.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declare a file that is to replace an asset
         * @description Then send it and complete the asset, as after an upload. The asset keeps its id, texts and uses, and shows the new file once that is processed; a focal point and a crop stay if the new picture has the same shape. The earlier file is kept for 30 days.
         */
        post: operations["assets.replace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/crop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a part of a picture
         * @description All that is served is made of that part, with new addresses; the file that was uploaded stays as it is. The focal point stays relative to the whole picture.
         */
        post: operations["assets.crop"];
        /**
         * Show a whole picture again
         * @description Takes the crop away. The picture is shown whole wherever it is used, also in live content.
         */
        delete: operations["assets.resetCrop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move, trash, restore or change many assets
         * @description All of the assets or none, unless `partial` asks for those that can be.
         */
        post: operations["assets.bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask for an address of the file as it was uploaded
         * @description It ends after five minutes. The file has all that a camera wrote into it, such as where it was taken.
         */
        get: operations["assets.linkOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List earlier files of an asset
         * @description Those that were replaced within the last 30 days, the last one first.
         */
        get: operations["assetVersions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/assets/{assetId}/versions/{versionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier file of an asset
         * @description With the focal point and the crop that it had, and at once. The file that the asset has now becomes an earlier one.
         */
        post: operations["assetVersions.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what
         * @description Every change to the project, its members, tokens, schema, entries and snapshots, newest first.
         */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a build
         * @description For builds of websites: which snapshot they read, and whether they succeeded. The loader does it.
         */
        post: operations["builds.report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deployments
         * @description Sent and waiting deployments of all targets, newest first.
         */
        get: operations["deployments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/deployments/{deploymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a deployment
         * @description What was sent to the deploy target, each attempt with its answer, and what became of the build.
         */
        get: operations["deployments.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether websites show an entry as last published
         * @description Three independent facts for each deploy target: the platform accepted the request, a build succeeded, the website was seen to show the change.
         */
        get: operations["deployments.followEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/drafts/{collection}.{locale}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a collection's drafts in one locale
         * @description In the form of a snapshot's file, with drafts instead of live content, for previews.
         */
        get: operations["drafts.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries
         * @description Newest first, or for a search the best hits, unless `sort` says otherwise, a page at a time. An entry whose place does not change between pages is on exactly one page. Trashed entries are listed with `status=trashed` only.
         */
        get: operations["entries.list"];
        put?: never;
        /**
         * Create an entry
         * @description Creates an entry with a draft in the locales that are sent. Nothing goes live.
         */
        post: operations["entries.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an entry with its newest values
         * @description Its status in each locale, its version, and the newest values of all locales.
         */
        get: operations["entries.get"];
        put?: never;
        post?: never;
        /**
         * Move an entry to the trash
         * @description It has left the site when the answer arrives. After 30 days it is removed for good. Warnings name live entries that refer to it.
         */
        delete: operations["entries.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a draft
         * @description Replaces each locale that is named, whole: localized fields that are not sent are erased. Shared fields that are not sent stay, and so do locales that are not named. To change single fields, use PATCH. A save on a stale `base_version` is refused with 409 and names the fields that changed since. A slug with a `source` that is left out is made of it; a slug that is there stays. Saving equal values makes no version.
         */
        put: operations["entries.saveDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change fields of a draft
         * @description Changes the fields that are named, in the locales that are named, and nothing else; null clears a field. Lists and objects are replaced whole. A save on a stale `base_version` is refused with 409 and names the fields that changed since. A slug with a `source` that is left out is made of it; a slug that is there stays. Saving equal values makes no version.
         */
        patch: operations["entries.patchDraft"];
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an entry in some locales
         * @description When the answer arrives, the values are in the live snapshot.
         */
        post: operations["entries.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an entry off the site in some locales
         * @description Its drafts stay. Counts as a publish.
         */
        post: operations["entries.unpublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/republish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Republish an entry
         * @description Undoes a deletion or an unpublication: the entry leaves the trash, and exactly its former live content is live again, in one snapshot. Its drafts stay as they are. An entry that is live, or live in the named locales, stays as it is. Refused when the content breaks rules of the active schema, or another entry has taken a unique value. Counts as a publish.
         */
        post: operations["entries.republish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/undo-publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a publish of an entry
         * @description In all locales that this publish changed, exactly what was live before is live again; where nothing was, the entry leaves the site. All in one snapshot. Drafts, and what others published since, stay as they are. Refused with 409 when something else of the entry is live by now. Counts as a publish.
         */
        post: operations["entries.undoPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an entry's newest values into a new draft
         * @description The title says that it is a copy; values that must be unique get a suffix.
         */
        post: operations["entries.duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an entry from the trash
         * @description As a draft. A unique value that another entry has taken gets a suffix; a warning says so.
         */
        post: operations["entries.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put entries of a collection in another order
         * @description For collections that are ordered by hand. The new order is live when the answer arrives.
         */
        post: operations["entries.order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish, undo, unpublish, republish, trash or restore many entries
         * @description One command and one snapshot: all of the entries or none, unless `partial` asks for those that can be. When the answer arrives, the site shows it. Counts as one publish, or as one deletion.
         */
        post: operations["entries.bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/by-external-id/{collection}/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up an entry by its external_id
         * @description Also finds an entry in the trash.
         */
        get: operations["entries.getByExternalId"];
        /**
         * Create or replace an entry by its external_id
         * @description Creates the entry (201), or saves over its draft (200) as `PUT …/draft` does: each locale that is named is replaced, whole, and the others stay. `publish` publishes the named locales in the same step, and counts as a publish. Sent twice, it changes nothing the second time.
         */
        put: operations["entries.saveByExternalId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count entries
         * @description By collection and status, and with `include=locales` by locale: how many are live, changed, drafts or missing.
         */
        get: operations["entries.count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/translation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a translation with its source
         * @description Which localized fields of the default locale's draft differ from what they were when fields of this locale changed last.
         */
        get: operations["entries.compareTranslation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a save and a publish without writing
         * @description Answers what creating, saving and publishing would refuse and warn of, by the code that they run themselves. Nothing is written. Without `values` it checks the draft that is there, for a publish.
         */
        post: operations["entries.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an entry's versions
         * @description Newest first.
         */
        get: operations["entries.listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version with its values
         * @description The values of all locales as they were at that version.
         */
        get: operations["entries.getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an earlier version's values the draft
         * @description Live content stays as it is until the next publish.
         */
        post: operations["entries.restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/entries/{entryId}/versions/{version}/diff/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions
         * @description Which fields of which locales differ, with their values in both.
         */
        get: operations["entries.diffVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Server-sent events: what others save, publish and move, what goes live, assets that are ready, and for people deployments too. Each has an `id`, its type as `event`, and the JSON below as `data`. A stream ends after 15 minutes; reconnect with Last-Event-ID, as browsers do by themselves, and nothing is missed; some events may arrive twice, under one `data.id`. `reset` says that too much was missed: read again what you show.
         */
        get: operations["events.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/asset-folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders
         * @description All of them, by name: a project has at most a thousand.
         */
        get: operations["folders.list"];
        put?: never;
        /**
         * Create a folder
         * @description In another folder, or at the top. A name is taken once in each folder.
         */
        post: operations["folders.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/asset-folders/{folderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an empty folder
         * @description A folder that holds assets or folders is refused.
         */
        delete: operations["folders.delete"];
        options?: never;
        head?: never;
        /**
         * Rename or move a folder
         * @description What lies in it comes along. A folder cannot be moved into one that lies in it.
         */
        patch: operations["folders.update"];
        trace?: never;
    };
    "/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the instance is set up
         * @description Says whether somebody owns the instance already, and nothing more about it.
         */
        get: operations["instance.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the first owner
         * @description Takes the one-time code that the server prints at its start while it has no owner.
         */
        post: operations["instance.setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description Those that were neither accepted nor revoked and have not expired.
         */
        get: operations["invitations.list"];
        put?: never;
        /**
         * Invite a person
         * @description The answer holds the link that accepts the invitation. It is shown once.
         */
        post: operations["invitations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Its link stops working at once.
         */
        delete: operations["invitations.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an invitation
         * @description For whoever holds the link, before anybody signs in. The secret goes in the body, so that no log of addresses holds it.
         */
        post: operations["invitations.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description A new person gives a name and a password. A person who has an account signs in first.
         */
        post: operations["invitations.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Background work that is waiting, running or given up. Finished jobs are not listed.
         */
        get: operations["jobs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a job again
         * @description Lets a job run at once that was given up, or that waits for its next attempt.
         */
        post: operations["jobs.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Who has a role in the project, and which.
         */
        get: operations["members.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description They lose access at once; what they wrote stays. The last owner cannot be removed.
         */
        delete: operations["members.remove"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description The last owner keeps their role.
         */
        patch: operations["members.update"];
        trace?: never;
    };
    "/projects/{projectId}/members/{userId}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to reset a member's password
         * @description The link works once, for 24 hours. Whoever holds it becomes that person, so only somebody else who owns all of their projects, or set the instance up, creates one: in the admin, not with a personal token.
         */
        post: operations["members.createResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description Describes every route of this instance, as OpenAPI 3.1.
         */
        get: operations["openapi.document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your projects
         * @description Those that the signed-in person is a member of.
         */
        get: operations["projects.list"];
        put?: never;
        /**
         * Create a project
         * @description The person who creates it owns it. The first locale is the default one.
         */
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description Its name, its locales, and the default locale.
         */
        get: operations["projects.get"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description Deletes it for good, with everything in it. When this answers, nobody can reach it and its tokens no longer work; its files leave the content host soon after. Websites that were built from it stay as they are; their next builds fail.
         */
        delete: operations["projects.delete"];
        options?: never;
        head?: never;
        /**
         * Change name and locales of a project
         * @description A locale with drafts or live content cannot be removed.
         */
        patch: operations["projects.update"];
        trace?: never;
    };
    "/projects/{projectId}/schema/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a schema with the active one
         * @description Looks at the entries that the changes would touch, and counts them. Writes nothing.
         */
        post: operations["schema.diff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/schema/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a schema the active one
         * @description Migrates entries and live content, all or nothing. Changes that lose content must be confirmed with the token from the comparison.
         */
        post: operations["schema.sync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the active schema
         * @description Collections with their fields, and the version that the next push is based on.
         */
        get: operations["schema.getActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/schema/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schema's versions
         * @description Newest first, each with what it changed.
         */
        get: operations["schema.listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/schema/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of the schema
         * @description The schema as it was pushed then, with who pushed it.
         */
        get: operations["schema.getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/snapshot/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the pointer to the live snapshot
         * @description Takes a token of any scope.
         */
        get: operations["snapshots.latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/snapshots/{snapshotId}/{collection}.{locale}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to a collection's file on the content host
         * @description Needs no token. One that is sent is checked.
         */
        get: operations["snapshots.redirectToFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the site's history
         * @description Each change of live content, newest first: who made it, why, and how much changed.
         */
        get: operations["snapshots.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/snapshots/{snapshotId}/diff/{otherId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two snapshots
         * @description What differs in the second, by entry and locale, with the fields.
         */
        get: operations["snapshots.diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/snapshots/{snapshotId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier snapshot
         * @description When this answers, the earlier snapshot is live. Entries that it held leave the trash. The next publish builds on it.
         */
        post: operations["snapshots.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read storage usage
         * @description Used and allowed storage in bytes, over all files of the project, earlier ones included.
         */
        get: operations["storage.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/deploy-targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deploy targets
         * @description All of them: a project has at most twenty.
         */
        get: operations["targets.list"];
        put?: never;
        /**
         * Create a deploy target
         * @description A hosting platform that builds the website on request, whenever published content changes. Its secrets are encrypted, and never returned.
         */
        post: operations["targets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/deploy-targets/{targetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a deploy target
         * @description Where it sends what, when it last did, and whether that worked. Secrets are left out.
         */
        get: operations["targets.get"];
        put?: never;
        post?: never;
        /**
         * Delete a deploy target
         * @description Its deployments go with it.
         */
        delete: operations["targets.delete"];
        options?: never;
        head?: never;
        /**
         * Change a deploy target
         * @description Changes the fields that are sent, and nothing else.
         */
        patch: operations["targets.update"];
        trace?: never;
    };
    "/projects/{projectId}/deploy-targets/{targetId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a build to test a deploy target
         * @description Really triggers it, once, and answers with the outcome: `status` is `triggered` or `failed`. It counts neither for nor against the target.
         */
        post: operations["targets.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/deploy-targets/{targetId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused deploy target
         * @description Sends the live snapshot at once. A target that is not paused stays as it is.
         */
        post: operations["targets.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the token in use
         * @description Name, scope and project of the token that sends the request.
         */
        get: operations["tokens.identify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Names, scopes and last uses. Their secrets are never shown again.
         */
        get: operations["tokens.list"];
        put?: never;
        /**
         * Create a token
         * @description The secret is in the answer and can never be read again.
         */
        post: operations["tokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description It stops working at once.
         */
        delete: operations["tokens.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/tokens/{tokenId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a token a new secret
         * @description The old secret stops working at once.
         */
        post: operations["tokens.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description Named addresses of the list of entries, which all members share: all of them, in their order.
         */
        get: operations["views.list"];
        put?: never;
        /**
         * Save a view
         * @description A project has at most a hundred. It comes last unless `position` says otherwise.
         */
        post: operations["views.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description It disappears for everybody that it was shared with. Entries are not touched.
         */
        delete: operations["views.delete"];
        options?: never;
        head?: never;
        /**
         * Change a saved view
         * @description Changes the fields that are sent, and nothing else.
         */
        patch: operations["views.update"];
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages to a webhook
         * @description Those of the last 30 days, newest first, with each request and its answer.
         */
        get: operations["webhookDeliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message to a webhook
         * @description What was sent, each attempt, and what the address answered.
         */
        get: operations["webhookDeliveries.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Under the same ID, whether or not it was delivered.
         */
        post: operations["webhookDeliveries.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send everything between two times again
         * @description What the webhook took and what it did not, and what happened before it was made. Events are kept for 30 days.
         */
        post: operations["webhookDeliveries.redeliverRange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All of them: a project has at most twenty.
         */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends events to an address from now on, at least once, signed according to Standard Webhooks 1.0.0. The secret is shown only once.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Its address, its events and its state. The secret is left out.
         */
        get: operations["webhooks.get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Its messages go with it, those that wait too.
         */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the fields that are sent, and nothing else.
         */
        patch: operations["webhooks.update"];
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description It is shown only once. For a day, messages also carry a signature of the previous secret.
         */
        post: operations["webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to test a webhook
         * @description Sends one of the kind `webhook.test`, once, and answers with the outcome.
         */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Identifier of a project, beginning with prj_.
         * @example prj_01kah4xk6b3r5w0c9zq2m7d8ef
         */
        ProjectId: string;
        /**
         * @description Identifier of a folder, beginning with fld_.
         * @example fld_01kah51p2d9k4m7h1s8y3g6jea
         */
        FolderId: string;
        /**
         * @description A BCP 47 language tag that the project declares.
         * @example en
         */
        Locale: string;
        /**
         * @description Identifier of an asset, beginning with ast_.
         * @example ast_01kah51f8q3n7r5w2z6x9c4vbt
         */
        AssetId: string;
        /**
         * @description Identifier of an earlier file of an asset, beginning with asv_.
         * @example asv_01kah60e2m5p8s1v4y7b0d3g6j
         */
        AssetVersionId: string;
        /**
         * @description Identifier of a deployment, beginning with dep_.
         * @example dep_01kah520h7k4m9p3s6v8w2xqjf
         */
        DeploymentId: string;
        /**
         * @description Identifier of a snapshot, beginning with snap_.
         * @example snap_01kah4zc7m2e8q5k3v1f6r9wtb
         */
        SnapshotId: string;
        /**
         * @description Identifier of a deploy target, beginning with dpt_.
         * @example dpt_01kah51w3n5q8r2t6y9z4x7cbd
         */
        DeployTargetId: string;
        /**
         * @description Identifier of an entry, beginning with ent_.
         * @example ent_01kah4y2v8n6t4s1xj0p9g3hqa
         */
        EntryId: string;
        /**
         * @description Key of a collection.
         * @example posts
         */
        CollectionKey: string;
        /**
         * @description Identifier of an invitation, beginning with inv_.
         * @example inv_01kah512x5c8z7b9j4n6g3ysqm
         */
        InvitationId: string;
        /**
         * @description Identifier of a person, beginning with usr_.
         * @example usr_01kah50jd1w3p6m4r8t2q9vkhn
         */
        UserId: string;
        /**
         * @description Everything that entries may hold.
         * @example {
         *       "format": 1,
         *       "collections": [
         *         {
         *           "key": "posts",
         *           "label": "Posts",
         *           "singleton": false,
         *           "order": {
         *             "field": "date",
         *             "direction": "desc"
         *           },
         *           "title_field": "title",
         *           "fields": [
         *             {
         *               "key": "title",
         *               "type": "text",
         *               "label": "Title",
         *               "required": true,
         *               "localized": true,
         *               "max": 120
         *             },
         *             {
         *               "key": "date",
         *               "type": "date",
         *               "label": "Date",
         *               "required": true,
         *               "localized": false
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        SchemaDocument: {
            /** @constant */
            format: 1;
            collections: components["schemas"]["SchemaCollection"][];
        };
        /**
         * @example {
         *       "key": "posts",
         *       "label": "Posts",
         *       "order": "manual",
         *       "fields": [
         *         {
         *           "key": "title",
         *           "type": "text"
         *         }
         *       ]
         *     }
         */
        SchemaCollection: {
            key: string;
            label?: string;
            help?: string;
            /** @enum {string} */
            icon?: "archive" | "award" | "badge-check" | "banknote" | "bell" | "book" | "book-open" | "bookmark" | "box" | "briefcase" | "building" | "calendar" | "camera" | "chart-bar" | "circle-help" | "clapperboard" | "clipboard-list" | "clock" | "cloud" | "code" | "coffee" | "compass" | "cpu" | "credit-card" | "database" | "download" | "factory" | "file" | "file-text" | "flag" | "folder" | "gift" | "globe" | "graduation-cap" | "hammer" | "hash" | "heart" | "home" | "image" | "images" | "inbox" | "key" | "landmark" | "languages" | "layers" | "layout-template" | "leaf" | "library" | "lightbulb" | "link" | "list" | "mail" | "map" | "map-pin" | "megaphone" | "menu" | "message-square" | "mic" | "monitor" | "music" | "navigation" | "newspaper" | "package" | "palette" | "pen-line" | "phone" | "play" | "podcast" | "quote" | "rocket" | "route" | "scale" | "search" | "settings" | "shield" | "shopping-cart" | "sparkles" | "star" | "store" | "tag" | "tags" | "ticket" | "trophy" | "truck" | "user" | "users" | "utensils" | "video" | "wrench";
            group?: string;
            singleton?: boolean;
            order?: ("manual" | {
                field: string;
                /** @enum {string} */
                direction: "asc" | "desc";
            }) | null;
            title_field?: string | null;
            fields: components["schemas"]["SchemaFields"];
            renamed_from?: string;
        };
        /** @description Fields, in the order in which editors see them. */
        SchemaFields: components["schemas"]["SchemaField"][];
        /**
         * @description A field: what all fields have, and the constraints of its type.
         * @example {
         *       "key": "title",
         *       "type": "text",
         *       "label": "Title",
         *       "required": true,
         *       "localized": true,
         *       "max": 120
         *     }
         */
        SchemaField: {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "text";
            min?: number;
            max?: number;
            pattern?: string;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "textarea";
            min?: number;
            max?: number;
            pattern?: string;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "markdown";
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "richtext";
            allow?: string[];
            collections?: string[];
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "slug";
            source?: string;
            path?: boolean;
            pattern?: string;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "number";
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "integer";
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "boolean";
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "date";
            /** Format: date */
            min?: string;
            /** Format: date */
            max?: string;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "datetime";
            /** Format: date-time */
            min?: string;
            /** Format: date-time */
            max?: string;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "select";
            options: {
                value: string;
                label?: string;
            }[];
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "multiselect";
            options: {
                value: string;
                label?: string;
            }[];
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "email";
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "url";
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "color";
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "json";
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "asset";
            accept?: string[];
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "assets";
            accept?: string[];
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "reference";
            collections: string[];
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "references";
            collections: string[];
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "object";
            fields: components["schemas"]["SchemaFields"];
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "list";
            of: components["schemas"]["SchemaItem"];
            min?: number;
            max?: number;
        } | {
            key: string;
            label?: string;
            help?: string;
            required?: boolean;
            localized?: boolean;
            unique?: boolean;
            default?: components["schemas"]["JsonValue"];
            show_if?: components["schemas"]["SchemaShowIf"];
            renamed_from?: string;
            /** @constant */
            type: "blocks";
            types: {
                key: string;
                label?: string;
                fields: components["schemas"]["SchemaFields"];
            }[];
            min?: number;
            max?: number;
        };
        /**
         * @description When the field is shown: a condition on a field beside it, or several that must all hold. A hidden field is neither required nor published; its value stays in the draft.
         * @example {
         *       "field": "kind",
         *       "equals": "video"
         *     }
         */
        SchemaShowIf: {
            field: string;
            equals?: string | number | boolean;
            in?: (string | number | boolean)[];
            not?: string | number | boolean;
            set?: boolean;
        } | {
            field: string;
            equals?: string | number | boolean;
            in?: (string | number | boolean)[];
            not?: string | number | boolean;
            set?: boolean;
        }[];
        /** @description What a list holds: a type with its constraints. */
        SchemaItem: {
            /** @constant */
            type: "text";
            min?: number;
            max?: number;
            pattern?: string;
        } | {
            /** @constant */
            type: "textarea";
            min?: number;
            max?: number;
            pattern?: string;
        } | {
            /** @constant */
            type: "markdown";
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "richtext";
            allow?: string[];
            collections?: string[];
        } | {
            /** @constant */
            type: "slug";
            source?: string;
            path?: boolean;
            pattern?: string;
            max?: number;
        } | {
            /** @constant */
            type: "number";
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "integer";
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "boolean";
        } | {
            /** @constant */
            type: "date";
            /** Format: date */
            min?: string;
            /** Format: date */
            max?: string;
        } | {
            /** @constant */
            type: "datetime";
            /** Format: date-time */
            min?: string;
            /** Format: date-time */
            max?: string;
        } | {
            /** @constant */
            type: "select";
            options: {
                value: string;
                label?: string;
            }[];
        } | {
            /** @constant */
            type: "multiselect";
            options: {
                value: string;
                label?: string;
            }[];
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "email";
        } | {
            /** @constant */
            type: "url";
        } | {
            /** @constant */
            type: "color";
        } | {
            /** @constant */
            type: "json";
        } | {
            /** @constant */
            type: "asset";
            accept?: string[];
        } | {
            /** @constant */
            type: "assets";
            accept?: string[];
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "reference";
            collections: string[];
        } | {
            /** @constant */
            type: "references";
            collections: string[];
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "object";
            fields: components["schemas"]["SchemaFields"];
        } | {
            /** @constant */
            type: "list";
            of: components["schemas"]["SchemaItem"];
            min?: number;
            max?: number;
        } | {
            /** @constant */
            type: "blocks";
            types: {
                key: string;
                label?: string;
                fields: components["schemas"]["SchemaFields"];
            }[];
            min?: number;
            max?: number;
        };
        /**
         * @example {
         *       "kind": "field",
         *       "path": [
         *         "posts",
         *         "title"
         *       ],
         *       "from": "headline"
         *     }
         */
        SchemaRename: {
            /** @constant */
            kind: "collection";
            from: string;
            to: string;
        } | {
            /** @constant */
            kind: "field";
            /**
             * @description Collection, field, and on into objects, blocks (by kind) and lists (`[]`).
             * @example [
             *       "posts",
             *       "title"
             *     ]
             */
            path: string[];
            from: string;
        };
        /**
         * @description What becomes of values: `set_default` fills a field where it is empty, `map_options` replaces options that are gone, `convert` turns values into the new type and drops those that have no counterpart, `drop` drops them all.
         * @example {
         *       "kind": "convert",
         *       "path": [
         *         "posts",
         *         "reading_time"
         *       ]
         *     }
         */
        SchemaMigration: {
            /** @constant */
            kind: "set_default";
            /**
             * @description Collection, field, and on into objects, blocks (by kind) and lists (`[]`).
             * @example [
             *       "posts",
             *       "title"
             *     ]
             */
            path: string[];
            value: components["schemas"]["JsonValue"];
        } | {
            /** @constant */
            kind: "map_options";
            /**
             * @description Collection, field, and on into objects, blocks (by kind) and lists (`[]`).
             * @example [
             *       "posts",
             *       "title"
             *     ]
             */
            path: string[];
            options: {
                [key: string]: string | null;
            };
        } | {
            /** @constant */
            kind: "convert";
            /**
             * @description Collection, field, and on into objects, blocks (by kind) and lists (`[]`).
             * @example [
             *       "posts",
             *       "title"
             *     ]
             */
            path: string[];
        } | {
            /** @constant */
            kind: "drop";
            /**
             * @description Collection, field, and on into objects, blocks (by kind) and lists (`[]`).
             * @example [
             *       "posts",
             *       "title"
             *     ]
             */
            path: string[];
        };
        /**
         * @description Identifier of a project token, beginning with tok_.
         * @example tok_01kah502f4y7d9b6n8c3s5xzge
         */
        TokenId: string;
        /**
         * @description Identifier of a saved view, beginning with viw_.
         * @example viw_01kah80m3p6s9v2y5b8e1h4k7n
         */
        SavedViewId: string;
        /**
         * @description Identifier of a webhook, beginning with whk_.
         * @example whk_01kah70m3p6s9v2y5b8e1h4k7n
         */
        WebhookId: string;
        /**
         * @description Identifier of a message, beginning with msg_.
         * @example msg_01kah71x4q7t0w3z6c9f2j5m8r
         */
        WebhookMessageId: string;
        AssetPage: {
            data: components["schemas"]["Asset"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "ast_01kah51f8q3n7r5w2z6x9c4vbt",
         *       "status": "ready",
         *       "error": null,
         *       "filename": "Lighthouse.jpg",
         *       "kind": "image",
         *       "mime": "image/jpeg",
         *       "bytes": 4812331,
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "width": 4000,
         *       "height": 3000,
         *       "duration": null,
         *       "pages": null,
         *       "alt_text": {
         *         "en": "A lighthouse at dusk"
         *       },
         *       "decorative": false,
         *       "focal_point": {
         *         "x": 0.5,
         *         "y": 0.25
         *       },
         *       "crop": null,
         *       "placeholder": "YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==",
         *       "dominant_color": "#33465c",
         *       "url": "https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/4c1b7d0e2f3a/Lighthouse.webp",
         *       "variants": [
         *         {
         *           "name": "640.webp",
         *           "url": "https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/a04f5c2b9d81/Lighthouse.webp",
         *           "width": 640,
         *           "height": 480,
         *           "mime": "image/webp",
         *           "bytes": 41207,
         *           "ratio": null,
         *           "animated": false
         *         }
         *       ],
         *       "processing": false,
         *       "replacement": null,
         *       "folder_id": null,
         *       "usage_count": 0,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:31:00.000Z",
         *       "trashed_at": null
         *     }
         */
        Asset: {
            id: components["schemas"]["AssetId"];
            /**
             * @description `pending` until its file has arrived, `processing` until it can be seen, then `ready` or `failed`; `trashed` in the trash.
             * @enum {string}
             */
            status: "pending" | "processing" | "ready" | "failed" | "trashed";
            /** @description Why the file could not be processed. */
            error: {
                code: string;
                message: string;
            } | null;
            filename: string;
            /** @description What sort of file it is; null until that is known. `image` is a picture of pixels, `file` anything else. */
            kind: ("image" | "svg" | "pdf" | "audio" | "video" | "file") | null;
            mime: string;
            bytes: number;
            /** @description Of the file as it was uploaded; null until it has arrived. */
            sha256: string | null;
            width: number | null;
            height: number | null;
            /** @description Seconds. */
            duration: number | null;
            pages: number | null;
            /** @description Locale → what the picture shows, in words. */
            alt_text: {
                [key: string]: string;
            };
            /** @description Says nothing that the text beside it does not say, so that it needs no alternative text. */
            decorative: boolean;
            focal_point: {
                x: number;
                y: number;
            } | null;
            crop: {
                x: number;
                y: number;
                width: number;
                height: number;
            } | null;
            /** @description A ThumbHash, in base64. */
            placeholder: string | null;
            /** @description `#rrggbb` */
            dominant_color: string | null;
            /** @description The file in full as it may be seen; null until there is one. */
            url: string | null;
            variants: {
                /** @description What it is, such as `640.avif`, or `16x9-640.webp` when it was cropped to a ratio. */
                name: string;
                /** Format: uri */
                url: string;
                width: number | null;
                height: number | null;
                mime: string;
                bytes: number;
                /** @description Such as `16:9`; null when it has the shape of the picture. */
                ratio: string | null;
                /** @description Whether it moves. */
                animated: boolean;
            }[];
            /** @description Whether files are being made of it: at first, and after changes of file, focal point and crop. Until they are, the earlier ones are served. */
            processing: boolean;
            /** @description The file that is to take the place of this one; null when there is none. */
            replacement: {
                filename: string;
                mime: string;
                bytes: number;
                /** @enum {string} */
                status: "pending" | "processing" | "failed";
                error: {
                    code: string;
                    message: string;
                } | null;
            } | null;
            folder_id: components["schemas"]["FolderId"] | null;
            /** @description How many entries use it, in their drafts or live. Those in the trash do not count. */
            usage_count: number;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            trashed_at: components["schemas"]["Time"] | null;
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        Time: string;
        /**
         * @description Who did it.
         * @example {
         *       "type": "user",
         *       "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *       "name": "Ada",
         *       "email": "ada@example.org"
         *     }
         */
        Actor: {
            /** @enum {string} */
            type: "user" | "token" | "system";
            id: string;
            /** @description What they called themselves then. Several people may have one name. */
            name: string;
            /** @description A person's email address, which is theirs alone. Left out in records from before it was kept. */
            email?: string;
        };
        /**
         * @example {
         *       "uploads": [
         *         {
         *           "asset_id": "ast_01kah51f8q3n7r5w2z6x9c4vbt",
         *           "uploadUrl": "https://content.example.com/uploads/incoming/…?content_type=image%2Fjpeg&…&signature=…",
         *           "content_type": "image/jpeg",
         *           "headers": {
         *             "content-type": "image/jpeg"
         *           },
         *           "expires_at": "2026-11-21T10:30:00.000Z"
         *         }
         *       ]
         *     }
         */
        AssetUploads: {
            /** @description One for each file, in the order given. */
            uploads: components["schemas"]["AssetUpload"][];
        };
        /**
         * @example {
         *       "asset_id": "ast_01kah51f8q3n7r5w2z6x9c4vbt",
         *       "uploadUrl": "https://content.example.com/uploads/incoming/…?content_type=image%2Fjpeg&…&signature=…",
         *       "content_type": "image/jpeg",
         *       "headers": {
         *         "content-type": "image/jpeg"
         *       },
         *       "expires_at": "2026-11-21T10:30:00.000Z"
         *     }
         */
        AssetUpload: {
            asset_id: components["schemas"]["AssetId"];
            /** @description PUT the bytes here, with `headers` as they are. */
            uploadUrl: string;
            /** @description The Content-Type that the upload must have. */
            content_type: string;
            headers: {
                [key: string]: string;
            };
            /** @description When the addresses expire. Ask for new ones then. */
            expires_at: components["schemas"]["Time"];
            /** @description For files of more than 100 MB: instead of the whole file to `uploadUrl`, each of these can be sent to its own, in any order, and again when it fails. */
            parts?: {
                part_number: number;
                uploadUrl: string;
                /** @description Where in the file the part begins. */
                offset: number;
                /** @description How long the part is, exactly. */
                bytes: number;
            }[];
        };
        /**
         * @example {
         *       "id": "ast_01kah51f8q3n7r5w2z6x9c4vbt",
         *       "status": "ready",
         *       "error": null,
         *       "filename": "Lighthouse.jpg",
         *       "kind": "image",
         *       "mime": "image/jpeg",
         *       "bytes": 4812331,
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "width": 4000,
         *       "height": 3000,
         *       "duration": null,
         *       "pages": null,
         *       "alt_text": {
         *         "en": "A lighthouse at dusk"
         *       },
         *       "decorative": false,
         *       "focal_point": {
         *         "x": 0.5,
         *         "y": 0.25
         *       },
         *       "crop": null,
         *       "placeholder": "YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==",
         *       "dominant_color": "#33465c",
         *       "url": "https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/4c1b7d0e2f3a/Lighthouse.webp",
         *       "variants": [
         *         {
         *           "name": "640.webp",
         *           "url": "https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/a04f5c2b9d81/Lighthouse.webp",
         *           "width": 640,
         *           "height": 480,
         *           "mime": "image/webp",
         *           "bytes": 41207,
         *           "ratio": null,
         *           "animated": false
         *         }
         *       ],
         *       "processing": false,
         *       "replacement": null,
         *       "folder_id": null,
         *       "usage_count": 0,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:31:00.000Z",
         *       "trashed_at": null,
         *       "duplicate_of": null
         *     }
         */
        CompletedAsset: {
            id: components["schemas"]["AssetId"];
            /**
             * @description `pending` until its file has arrived, `processing` until it can be seen, then `ready` or `failed`; `trashed` in the trash.
             * @enum {string}
             */
            status: "pending" | "processing" | "ready" | "failed" | "trashed";
            /** @description Why the file could not be processed. */
            error: {
                code: string;
                message: string;
            } | null;
            filename: string;
            /** @description What sort of file it is; null until that is known. `image` is a picture of pixels, `file` anything else. */
            kind: ("image" | "svg" | "pdf" | "audio" | "video" | "file") | null;
            mime: string;
            bytes: number;
            /** @description Of the file as it was uploaded; null until it has arrived. */
            sha256: string | null;
            width: number | null;
            height: number | null;
            /** @description Seconds. */
            duration: number | null;
            pages: number | null;
            /** @description Locale → what the picture shows, in words. */
            alt_text: {
                [key: string]: string;
            };
            /** @description Says nothing that the text beside it does not say, so that it needs no alternative text. */
            decorative: boolean;
            focal_point: {
                x: number;
                y: number;
            } | null;
            crop: {
                x: number;
                y: number;
                width: number;
                height: number;
            } | null;
            /** @description A ThumbHash, in base64. */
            placeholder: string | null;
            /** @description `#rrggbb` */
            dominant_color: string | null;
            /** @description The file in full as it may be seen; null until there is one. */
            url: string | null;
            variants: {
                /** @description What it is, such as `640.avif`, or `16x9-640.webp` when it was cropped to a ratio. */
                name: string;
                /** Format: uri */
                url: string;
                width: number | null;
                height: number | null;
                mime: string;
                bytes: number;
                /** @description Such as `16:9`; null when it has the shape of the picture. */
                ratio: string | null;
                /** @description Whether it moves. */
                animated: boolean;
            }[];
            /** @description Whether files are being made of it: at first, and after changes of file, focal point and crop. Until they are, the earlier ones are served. */
            processing: boolean;
            /** @description The file that is to take the place of this one; null when there is none. */
            replacement: {
                filename: string;
                mime: string;
                bytes: number;
                /** @enum {string} */
                status: "pending" | "processing" | "failed";
                error: {
                    code: string;
                    message: string;
                } | null;
            } | null;
            folder_id: components["schemas"]["FolderId"] | null;
            /** @description How many entries use it, in their drafts or live. Those in the trash do not count. */
            usage_count: number;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            trashed_at: components["schemas"]["Time"] | null;
            /** @description The oldest asset outside of the trash that has the same bytes. They are stored once. */
            duplicate_of: components["schemas"]["AssetId"] | null;
        };
        AssetUsagePage: {
            data: components["schemas"]["AssetUser"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @description An entry that uses an asset, and where.
         * @example {
         *       "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "collection_key": "posts",
         *       "title": "Hello",
         *       "status": "published",
         *       "uses": [
         *         {
         *           "locale": "en",
         *           "field": "hero",
         *           "draft": true,
         *           "live": true
         *         }
         *       ]
         *     }
         */
        AssetUser: {
            id: components["schemas"]["EntryId"];
            collection_key: components["schemas"]["CollectionKey"];
            title: string;
            /** @enum {string} */
            status: "draft" | "published" | "trashed";
            uses: {
                locale: components["schemas"]["Locale"];
                /** @description Key of the field that uses it, at any depth. */
                field: string;
                /** @description Whether the newest values have it there. */
                draft: boolean;
                /** @description Whether published content has it there. */
                live: boolean;
            }[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "ast_01kah51f8q3n7r5w2z6x9c4vbt",
         *           "result": "changed",
         *           "status": "ready",
         *           "error": null
         *         }
         *       ]
         *     }
         */
        BulkAssetsResult: {
            /** @description An item for each asset, in the order given. */
            data: {
                id: components["schemas"]["AssetId"];
                /** @enum {string} */
                result: "changed" | "unchanged" | "refused";
                /** @description Of the asset afterwards; null for one that was refused. */
                status: ("pending" | "processing" | "ready" | "failed" | "trashed") | null;
                /** @description Why it was refused. */
                error: {
                    code: string;
                    message: string;
                } | null;
            }[];
        };
        /**
         * @example {
         *       "url": "https://content.example.com/downloads/…&signature=…",
         *       "expires_at": "2026-11-21T09:35:00.000Z"
         *     }
         */
        OriginalLink: {
            /** @description Hands out the file as it was uploaded. */
            url: string;
            expires_at: components["schemas"]["Time"];
        };
        AssetVersionPage: {
            data: components["schemas"]["AssetVersion"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "asv_01kah60e2m5p8s1v4y7b0d3g6j",
         *       "filename": "Lighthouse.jpg",
         *       "kind": "image",
         *       "mime": "image/jpeg",
         *       "bytes": 4812331,
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "width": 4000,
         *       "height": 3000,
         *       "duration": null,
         *       "pages": null,
         *       "focal_point": {
         *         "x": 0.5,
         *         "y": 0.25
         *       },
         *       "crop": null,
         *       "url": "https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/4c1b7d0e2f3a/Lighthouse.webp",
         *       "replaced_at": "2026-11-22T08:00:00.000Z",
         *       "replaced_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "expires_at": "2026-12-22T08:00:00.000Z"
         *     }
         */
        AssetVersion: {
            filename: string;
            /** @description What sort of file it is; null until that is known. `image` is a picture of pixels, `file` anything else. */
            kind: ("image" | "svg" | "pdf" | "audio" | "video" | "file") | null;
            mime: string;
            bytes: number;
            /** @description Of the file as it was uploaded; null until it has arrived. */
            sha256: string | null;
            width: number | null;
            height: number | null;
            /** @description Seconds. */
            duration: number | null;
            pages: number | null;
            focal_point: {
                x: number;
                y: number;
            } | null;
            crop: {
                x: number;
                y: number;
                width: number;
                height: number;
            } | null;
            /** @description The file in full as it may be seen; null until there is one. */
            url: string | null;
            id: components["schemas"]["AssetVersionId"];
            replaced_at: components["schemas"]["Time"];
            /** @description Who put another file in its place. */
            replaced_by: components["schemas"]["Actor"];
            /** @description When it is removed. */
            expires_at: components["schemas"]["Time"];
        };
        AuditPage: {
            data: components["schemas"]["AuditRecord"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "aud_01kah50jd1w3p6m4r8t2q9vkhn",
         *       "action": "entry.publish",
         *       "target_id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "actor": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "request_id": "0b7c2f7e-3d3c-4a53-9f0e-6f6f3f0c9a11",
         *       "data": {
         *         "title": "Hello",
         *         "collection_key": "posts",
         *         "version": 4,
         *         "locales": [
         *           "en"
         *         ],
         *         "snapshot_id": null
         *       },
         *       "created_at": "2026-11-21T09:32:00.000Z"
         *     }
         */
        AuditRecord: {
            id: string;
            /** @description noun.verb */
            action: string;
            target_id: string | null;
            actor: components["schemas"]["Actor"];
            /** @description X-Request-Id of the request; null for the system's own work. */
            request_id: string | null;
            /** @description What changed, and what it was called then: `title`, `collection_key` and `locales` of entries, `filename` of assets, `name` and `email` of people, `name` of all else. `from` holds what was before. Never a secret. */
            data: {
                [key: string]: unknown;
            };
            created_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "target_id": "dpt_01kah51w3n5q8r2t6y9z4x7cbd"
         *     }
         */
        BuildReport: {
            /** @description The deploy target that the report counts for; null when it fits none, or more than one. */
            target_id: components["schemas"]["DeployTargetId"] | null;
        };
        DeploymentPage: {
            data: components["schemas"]["Deployment"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "dep_01kah520h7k4m9p3s6v8w2xqjf",
         *       "target_id": "dpt_01kah51w3n5q8r2t6y9z4x7cbd",
         *       "snapshot_id": "snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *       "sequence": 12,
         *       "reason": "publish",
         *       "status": "triggered",
         *       "attempts": [
         *         {
         *           "at": "2026-11-21T09:30:10.000Z",
         *           "status": 200,
         *           "duration_ms": 212,
         *           "error": null
         *         }
         *       ],
         *       "due_at": null,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "finished_at": "2026-11-21T09:30:10.212Z",
         *       "published_at": "2026-11-21T09:30:00.000Z",
         *       "triggered_at": "2026-11-21T09:30:10.212Z",
         *       "build": {
         *         "state": "built",
         *         "url": "https://github.com/acme/site/actions/runs/1",
         *         "error": null
         *       },
         *       "built_at": "2026-11-21T09:31:40.000Z",
         *       "seen_at": "2026-11-21T09:31:44.000Z"
         *     }
         */
        Deployment: {
            id: components["schemas"]["DeploymentId"];
            target_id: components["schemas"]["DeployTargetId"];
            /** @description Null in a test before anything was published. */
            snapshot_id: components["schemas"]["SnapshotId"] | null;
            /** @description Number of the change of published content; grows with each. */
            sequence: number;
            /** @enum {string} */
            reason: "publish" | "unpublish" | "republish" | "delete" | "order" | "asset" | "schema" | "restore" | "resume" | "test";
            /**
             * @description `queued`: waits for the quiet time to end, or for its next attempt. `triggered`: the platform accepted it. `superseded`: a newer one was sent in its place.
             * @enum {string}
             */
            status: "queued" | "sending" | "triggered" | "failed" | "superseded";
            attempts: {
                at: components["schemas"]["Time"];
                /** @description HTTP status of the answer; null when none came. */
                status: number | null;
                duration_ms: number;
                /** @description Why it failed; null when it did not. */
                error: string | null;
            }[];
            /** @description When it is sent; null once it was. */
            due_at: components["schemas"]["Time"] | null;
            created_at: components["schemas"]["Time"];
            finished_at: components["schemas"]["Time"] | null;
            /** @description When the change went live. */
            published_at: components["schemas"]["Time"] | null;
            /** @description When the platform accepted it. */
            triggered_at: components["schemas"]["Time"] | null;
            /** @description Null while nothing is known. */
            build: {
                /** @enum {string} */
                state: "building" | "built" | "failed";
                /** @description Where the platform shows the build. */
                url: string | null;
                error: string | null;
            } | null;
            /** @description When a build of it was known to have succeeded. */
            built_at: components["schemas"]["Time"] | null;
            /** @description When the website was first seen to show it, or what came later. */
            seen_at: components["schemas"]["Time"] | null;
        };
        /**
         * @description How far the last change of an entry's published content has come.
         * @example {
         *       "entry_id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "published": {
         *         "sequence": 12,
         *         "snapshot_id": "snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *         "at": "2026-11-21T09:30:00.000Z"
         *       },
         *       "targets": [
         *         {
         *           "target_id": "dpt_01kah51w3n5q8r2t6y9z4x7cbd",
         *           "name": "Website",
         *           "status": "active",
         *           "triggered": {
         *             "at": "2026-11-21T09:30:10.212Z"
         *           },
         *           "built": null,
         *           "seen": null,
         *           "can_be_seen": true,
         *           "deployment": null,
         *           "site_check": null
         *         }
         *       ]
         *     }
         */
        EntryLive: {
            entry_id: components["schemas"]["EntryId"];
            /** @description The last change of the entry's published content; null when there was none. */
            published: {
                /** @description Number of the change of published content; grows with each. */
                sequence: number;
                snapshot_id: components["schemas"]["SnapshotId"];
                at: components["schemas"]["Time"];
            } | null;
            targets: {
                target_id: components["schemas"]["DeployTargetId"];
                name: string;
                /** @enum {string} */
                status: "active" | "paused";
                /** @description The platform accepted a request for the change. */
                triggered: {
                    at: components["schemas"]["Time"];
                } | null;
                /** @description A build that has the change succeeded. */
                built: {
                    at: components["schemas"]["Time"];
                } | null;
                /** @description The website was seen to show the change. */
                seen: {
                    at: components["schemas"]["Time"];
                } | null;
                /** @description Whether the target names an address to look at. */
                can_be_seen: boolean;
                /** @description The newest deployment that includes the change; null when there is none. */
                deployment: components["schemas"]["Deployment"] | null;
                /** @description The last look at the website, and why it found nothing. */
                site_check: {
                    at: components["schemas"]["Time"];
                    error: string | null;
                } | null;
            }[];
        };
        /**
         * @example {
         *       "collection": "posts",
         *       "locale": "en",
         *       "snapshot_id": null,
         *       "schema_version": 1,
         *       "entries": [
         *         {
         *           "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *           "version": 3,
         *           "schema_version": 1,
         *           "published_at": null,
         *           "values": {
         *             "title": "Hello"
         *           }
         *         }
         *       ]
         *     }
         */
        DraftFile: {
            collection: string;
            locale: string;
            snapshot_id: null;
            schema_version: number;
            entries: {
                id: components["schemas"]["EntryId"];
                version: number;
                schema_version: number;
                /** @description Null for an entry that is not live in this locale. */
                published_at: components["schemas"]["Time"] | null;
                /**
                 * @description Present when the entry could not be published as it is.
                 * @constant
                 */
                invalid?: true;
                values: {
                    [key: string]: unknown;
                };
            }[];
        };
        EntryPage: {
            data: components["schemas"]["EntryListItem"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "external_id": null,
         *       "collection_key": "posts",
         *       "version": 3,
         *       "status": "published",
         *       "locales_status": {
         *         "de": "draft",
         *         "en": "published"
         *       },
         *       "changed_locales": [],
         *       "title": "Hello",
         *       "values": {
         *         "en": {
         *           "title": "Hello"
         *         },
         *         "de": {
         *           "title": "Hallo"
         *         }
         *       },
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:31:00.000Z",
         *       "updated_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "trashed_at": null,
         *       "purge_at": null
         *     }
         */
        EntryListItem: {
            id: components["schemas"]["EntryId"];
            /** @description Identifier in the system that the entry came from. */
            external_id: string | null;
            collection_key: components["schemas"]["CollectionKey"];
            /** @description Grows with every change. */
            version: number;
            /** @enum {string} */
            status: "draft" | "published" | "trashed";
            locales_status: {
                [key: string]: "draft" | "published";
            };
            /** @description Live locales whose draft differs. */
            changed_locales: string[];
            title: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            updated_by: components["schemas"]["Actor"];
            /** @description When the newest live locale was published. */
            published_at: components["schemas"]["Time"] | null;
            trashed_at: components["schemas"]["Time"] | null;
            /** @description When a trashed entry is removed for good. */
            purge_at: components["schemas"]["Time"] | null;
            values?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            live_values?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
        };
        /**
         * @example {
         *       "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "external_id": null,
         *       "collection_key": "posts",
         *       "version": 3,
         *       "status": "published",
         *       "locales_status": {
         *         "de": "draft",
         *         "en": "published"
         *       },
         *       "changed_locales": [],
         *       "title": "Hello",
         *       "values": {
         *         "en": {
         *           "title": "Hello"
         *         },
         *         "de": {
         *           "title": "Hallo"
         *         }
         *       },
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:31:00.000Z",
         *       "updated_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "trashed_at": null,
         *       "purge_at": null
         *     }
         */
        Entry: {
            id: components["schemas"]["EntryId"];
            /** @description Identifier in the system that the entry came from. */
            external_id: string | null;
            collection_key: components["schemas"]["CollectionKey"];
            /** @description Grows with every change. */
            version: number;
            /** @enum {string} */
            status: "draft" | "published" | "trashed";
            locales_status: {
                [key: string]: "draft" | "published";
            };
            /** @description Live locales whose draft differs. */
            changed_locales: string[];
            title: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            updated_by: components["schemas"]["Actor"];
            /** @description When the newest live locale was published. */
            published_at: components["schemas"]["Time"] | null;
            trashed_at: components["schemas"]["Time"] | null;
            /** @description When a trashed entry is removed for good. */
            purge_at: components["schemas"]["Time"] | null;
            values: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
        };
        /**
         * @example {
         *       "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "external_id": null,
         *       "collection_key": "posts",
         *       "version": 3,
         *       "status": "published",
         *       "locales_status": {
         *         "de": "draft",
         *         "en": "published"
         *       },
         *       "changed_locales": [],
         *       "title": "Hello",
         *       "values": {
         *         "en": {
         *           "title": "Hello"
         *         },
         *         "de": {
         *           "title": "Hallo"
         *         }
         *       },
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:31:00.000Z",
         *       "updated_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "trashed_at": null,
         *       "purge_at": null,
         *       "used_by": []
         *     }
         */
        EntryDetail: {
            id: components["schemas"]["EntryId"];
            /** @description Identifier in the system that the entry came from. */
            external_id: string | null;
            collection_key: components["schemas"]["CollectionKey"];
            /** @description Grows with every change. */
            version: number;
            /** @enum {string} */
            status: "draft" | "published" | "trashed";
            locales_status: {
                [key: string]: "draft" | "published";
            };
            /** @description Live locales whose draft differs. */
            changed_locales: string[];
            title: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            updated_by: components["schemas"]["Actor"];
            /** @description When the newest live locale was published. */
            published_at: components["schemas"]["Time"] | null;
            trashed_at: components["schemas"]["Time"] | null;
            /** @description When a trashed entry is removed for good. */
            purge_at: components["schemas"]["Time"] | null;
            values: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            live_values?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Entries outside of the trash that refer to this one: at most a hundred. `refers_to` lists them all. */
            used_by: {
                id: components["schemas"]["EntryId"];
                collection_key: components["schemas"]["CollectionKey"];
                title: string;
                /** @description Whether its newest values refer to the entry. */
                draft: boolean;
                /** @description Whether its live content refers to the entry. */
                live: boolean;
            }[];
        };
        /**
         * @example {
         *       "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "external_id": null,
         *       "collection_key": "posts",
         *       "version": 3,
         *       "status": "published",
         *       "locales_status": {
         *         "de": "draft",
         *         "en": "published"
         *       },
         *       "changed_locales": [],
         *       "title": "Hello",
         *       "values": {
         *         "en": {
         *           "title": "Hello"
         *         },
         *         "de": {
         *           "title": "Hallo"
         *         }
         *       },
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:31:00.000Z",
         *       "updated_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "trashed_at": null,
         *       "purge_at": null,
         *       "warnings": []
         *     }
         */
        EntryWithWarnings: {
            id: components["schemas"]["EntryId"];
            /** @description Identifier in the system that the entry came from. */
            external_id: string | null;
            collection_key: components["schemas"]["CollectionKey"];
            /** @description Grows with every change. */
            version: number;
            /** @enum {string} */
            status: "draft" | "published" | "trashed";
            locales_status: {
                [key: string]: "draft" | "published";
            };
            /** @description Live locales whose draft differs. */
            changed_locales: string[];
            title: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            updated_by: components["schemas"]["Actor"];
            /** @description When the newest live locale was published. */
            published_at: components["schemas"]["Time"] | null;
            trashed_at: components["schemas"]["Time"] | null;
            /** @description When a trashed entry is removed for good. */
            purge_at: components["schemas"]["Time"] | null;
            values: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            warnings: components["schemas"]["EntryWarning"][];
        };
        /**
         * @example {
         *       "code": "entry.still_referred_to",
         *       "message": "The live entry \"News\" refers to this one.",
         *       "entry_id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa"
         *     }
         */
        EntryWarning: {
            /** @enum {string} */
            code: "entry.still_referred_to" | "entry.refers_to_unpublished" | "entry.value_replaced" | "media.alt_missing";
            message: string;
            path?: (string | number)[];
            entry_id?: components["schemas"]["EntryId"];
            asset_id?: components["schemas"]["AssetId"];
        };
        /**
         * @example {
         *       "version": 4,
         *       "locales_status": {
         *         "de": "draft",
         *         "en": "published"
         *       },
         *       "entry_status": "published",
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "unchanged": false,
         *       "warnings": []
         *     }
         */
        PublishResult: {
            /** @description Version of the entry after publication. */
            version: number;
            locales_status: {
                [key: string]: "draft" | "published";
            };
            /** @enum {string} */
            entry_status: "draft" | "published" | "trashed";
            /** @description Null when nothing of the entry is live any more. */
            published_at: components["schemas"]["Time"] | null;
            /** @description True when nothing changed since the last publication: nothing was built. */
            unchanged: boolean;
            /** @description References to entries that are not live, live entries that refer to one that no longer is, and pictures without an alternative text in the locale. */
            warnings: components["schemas"]["EntryWarning"][];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *           "position": "i"
         *         }
         *       ]
         *     }
         */
        OrderResult: {
            data: {
                id: components["schemas"]["EntryId"];
                position: string;
            }[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *           "result": "changed",
         *           "version": 4,
         *           "entry_status": "published",
         *           "error": null
         *         }
         *       ],
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "warnings": []
         *     }
         */
        BulkResult: {
            /** @description An item for each entry, in the order given. */
            data: {
                id: components["schemas"]["EntryId"];
                /** @enum {string} */
                result: "changed" | "unchanged" | "refused";
                /** @description Version of the entry afterwards; null for one that is not there. */
                version: number | null;
                entry_status: ("draft" | "published" | "trashed") | null;
                /** @description Why it was refused. */
                error: {
                    code: string;
                    message: string;
                    details: ({
                        path: (string | number)[];
                        message: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } | null;
            }[];
            /** @description Time of the snapshot; null when nothing changed on the site. */
            published_at: components["schemas"]["Time"] | null;
            warnings: components["schemas"]["EntryWarning"][];
        };
        /**
         * @description Collections without entries are left out.
         * @example {
         *       "data": [
         *         {
         *           "collection_key": "posts",
         *           "total": 12,
         *           "live": 9,
         *           "changed": 2,
         *           "draft": 3,
         *           "trashed": 1,
         *           "locales": {
         *             "en": {
         *               "live": 9,
         *               "changed": 2,
         *               "draft": 3,
         *               "missing": 0
         *             },
         *             "de": {
         *               "live": 4,
         *               "changed": 0,
         *               "draft": 2,
         *               "missing": 6
         *             }
         *           }
         *         }
         *       ]
         *     }
         */
        EntryCounts: {
            data: components["schemas"]["CollectionCounts"][];
        };
        /**
         * @example {
         *       "collection_key": "posts",
         *       "total": 12,
         *       "live": 9,
         *       "changed": 2,
         *       "draft": 3,
         *       "trashed": 1,
         *       "locales": {
         *         "en": {
         *           "live": 9,
         *           "changed": 2,
         *           "draft": 3,
         *           "missing": 0
         *         },
         *         "de": {
         *           "live": 4,
         *           "changed": 0,
         *           "draft": 2,
         *           "missing": 6
         *         }
         *       }
         *     }
         */
        CollectionCounts: {
            collection_key: components["schemas"]["CollectionKey"];
            /** @description All outside of the trash. */
            total: number;
            /** @description Live in some locale, those with a newer draft included. */
            live: number;
            /** @description Of those, how many have a draft that says something else. */
            changed: number;
            /** @description Live nowhere. */
            draft: number;
            trashed: number;
            /** @description Of entries outside of the trash, for each locale of the project. */
            locales?: {
                [key: string]: {
                    /** @description Live here, those with a newer draft included. */
                    live: number;
                    /** @description Of those, how many have a draft that says something else. */
                    changed: number;
                    /** @description With a draft here, and not live here. */
                    draft: number;
                    /** @description Without anything here. */
                    missing: number;
                };
            };
        };
        /**
         * @example {
         *       "locale": "de",
         *       "source_locale": "en",
         *       "translated_version": 3,
         *       "translated_at": "2026-11-21T09:30:00.000Z",
         *       "translated_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada",
         *         "email": "ada@example.org"
         *       },
         *       "changed_fields": [
         *         "title"
         *       ],
         *       "before": {
         *         "title": "Hello"
         *       }
         *     }
         */
        EntryTranslation: {
            locale: string;
            /** @description The project's default locale. */
            source_locale: string;
            /** @description The version in which fields of this locale changed last; null when it has no draft. */
            translated_version: number | null;
            translated_at: components["schemas"]["Time"] | null;
            translated_by: components["schemas"]["Actor"] | null;
            /** @description Localized fields of the source that differ from what they were then. */
            changed_fields: string[];
            /** @description What the source said in those fields then; null where it said nothing. */
            before: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "valid": false,
         *       "action": "create",
         *       "errors": [
         *         {
         *           "code": "validation_failed",
         *           "path": [
         *             "values",
         *             "en",
         *             "slug"
         *           ],
         *           "message": "This is required."
         *         }
         *       ],
         *       "warnings": []
         *     }
         */
        EntryValidation: {
            /** @description Whether nothing would be refused. */
            valid: boolean;
            /** @description What would be done to the draft: `none` when nothing differs; null when it would be refused. */
            action: ("create" | "save" | "none") | null;
            errors: {
                /** @enum {string} */
                code: "validation_failed" | "auth.missing_token" | "auth.invalid_token" | "auth.missing_session" | "auth.invalid_credentials" | "auth.insufficient_scope" | "auth.insufficient_role" | "auth.origin_not_allowed" | "auth.invalid_setup_code" | "auth.invalid_passkey" | "auth.sign_in_over" | "auth.passkey_refused" | "auth.passkey_not_found" | "auth.reset_over" | "auth.device_pending" | "auth.device_slow_down" | "auth.device_denied" | "auth.device_code_over" | "auth.no_mail" | "auth.two_factor_enabled" | "auth.two_factor_disabled" | "auth.passkey_limit_reached" | "member.reset_not_allowed" | "not_found" | "project.not_found" | "entry.not_found" | "entry.version_not_found" | "token.not_found" | "member.not_found" | "job.not_found" | "target.not_found" | "deployment.not_found" | "webhook.not_found" | "webhook.delivery_not_found" | "invitation.not_found" | "media.asset_not_found" | "media.version_not_found" | "media.folder_not_found" | "view.not_found" | "schema.none_pushed" | "schema.version_not_found" | "snapshot.none_published" | "snapshot.not_found" | "method_not_allowed" | "request_timeout" | "entry.version_conflict" | "entry.trashed" | "entry.locale_live" | "entry.never_live" | "entry.not_manually_ordered" | "entry.bulk_refused" | "entry.external_id_taken" | "entry.singleton_exists" | "media.not_uploaded" | "media.upload_over" | "media.asset_trashed" | "media.not_croppable" | "media.asset_in_use" | "media.bulk_refused" | "media.folder_name_taken" | "media.folder_not_empty" | "media.folder_limit_reached" | "schema.version_conflict" | "schema.migration_required" | "schema.confirmation_required" | "project.slug_taken" | "project.locale_in_use" | "member.already_member" | "member.last_owner" | "token.limit_reached" | "target.limit_reached" | "webhook.limit_reached" | "view.limit_reached" | "instance.already_set_up" | "idempotency.in_flight" | "payload_too_large" | "media.quota_exceeded" | "unsupported_media_type" | "media.content_mismatch" | "idempotency.key_reused" | "rate_limited" | "headers_too_large" | "internal" | "unavailable";
                path: (string | number)[];
                message: string;
                /** @enum {string} */
                reason?: "value_taken" | "entry_missing" | "entry_trashed" | "entry_of_other_collection" | "asset_missing" | "asset_trashed" | "asset_pending" | "asset_processing" | "asset_failed" | "asset_of_other_type";
            }[];
            warnings: components["schemas"]["EntryWarning"][];
        };
        EntryVersionPage: {
            data: components["schemas"]["EntryVersionItem"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "version": 3,
         *       "kind": "save",
         *       "autosave": false,
         *       "first_version": 3,
         *       "imported": false,
         *       "locales": [
         *         "en"
         *       ],
         *       "changed_paths": [
         *         [
         *           "en",
         *           "title"
         *         ]
         *       ],
         *       "created_at": "2026-11-21T09:31:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       }
         *     }
         */
        EntryVersionItem: {
            version: number;
            /** @enum {string} */
            kind: "create" | "save" | "publish" | "unpublish" | "restore" | "duplicate" | "migrate";
            /** @description Whether it was saved by itself, not by a person. */
            autosave: boolean;
            /** @description The first of the automatic saves that the record stands for; without any, the version itself. */
            first_version: number;
            /** @description Whether it came with `via: import`. */
            imported: boolean;
            /** @description Locales that it changed, or published. */
            locales: string[];
            /** @description Locale and field of each value that differs from the version before. */
            changed_paths: string[][];
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
        };
        /**
         * @example {
         *       "version": 3,
         *       "kind": "save",
         *       "autosave": false,
         *       "first_version": 3,
         *       "imported": false,
         *       "locales": [
         *         "en"
         *       ],
         *       "changed_paths": [
         *         [
         *           "en",
         *           "title"
         *         ]
         *       ],
         *       "created_at": "2026-11-21T09:31:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "values": {
         *         "en": {
         *           "title": "Hello"
         *         }
         *       }
         *     }
         */
        EntryVersion: {
            version: number;
            /** @enum {string} */
            kind: "create" | "save" | "publish" | "unpublish" | "restore" | "duplicate" | "migrate";
            /** @description Whether it was saved by itself, not by a person. */
            autosave: boolean;
            /** @description The first of the automatic saves that the record stands for; without any, the version itself. */
            first_version: number;
            /** @description Whether it came with `via: import`. */
            imported: boolean;
            /** @description Locales that it changed, or published. */
            locales: string[];
            /** @description Locale and field of each value that differs from the version before. */
            changed_paths: string[][];
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            values: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
        };
        /**
         * @example {
         *       "from": 2,
         *       "to": 3,
         *       "data": [
         *         {
         *           "locale": "en",
         *           "change": "changed",
         *           "fields": [
         *             {
         *               "field": "title",
         *               "before": "Hello",
         *               "after": "Hello, world"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        EntryVersionDiff: {
            from: number;
            to: number;
            data: {
                locale: string;
                /** @enum {string} */
                change: "added" | "changed" | "removed";
                fields: {
                    field: string;
                    before: unknown;
                    after: unknown;
                }[];
            }[];
        };
        /**
         * @example {
         *       "id": "aud_01kah80q5r8u1x4a7d0g3k6n9p",
         *       "type": "entry.saved",
         *       "at": "2026-11-21T09:30:00.000Z",
         *       "subject_id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "actor": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "data": {
         *         "version": 4
         *       }
         *     }
         */
        StreamEvent: {
            /** @description Identifies the event. An event that arrives twice has the same ID. */
            id: string;
            /** @description The same as `event`. */
            type: string;
            at: components["schemas"]["Time"];
            /** @description What it happened to. */
            subject_id: string | null;
            actor: components["schemas"]["Actor"] | null;
            /** @description Versions, locales and snapshots; no values. */
            data: {
                [key: string]: unknown;
            };
        };
        AssetFolderList: {
            data: components["schemas"]["AssetFolder"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "fld_01kah51p2d9k4m7h1s8y3g6jea",
         *       "name": "Press",
         *       "parent_id": null,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "updated_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        AssetFolder: {
            id: components["schemas"]["FolderId"];
            name: string;
            /** @description The folder that it lies in; null at the top. */
            parent_id: components["schemas"]["FolderId"] | null;
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "set_up": true,
         *       "sends_mail": false,
         *       "api_url": "https://api.example.org",
         *       "content_url": "https://content.example.org"
         *     }
         */
        InstanceStatus: {
            /** @description Whether the instance has its first owner. */
            set_up: boolean;
            /** @description Whether a forgotten password is reset by mail. */
            sends_mail: boolean;
            /**
             * Format: uri
             * @description Address of this API, as sites and tools use it.
             */
            api_url: string;
            /**
             * Format: uri
             * @description Address of the content host.
             */
            content_url: string;
        };
        /**
         * @example {
         *       "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.org"
         *     }
         */
        Person: {
            id: components["schemas"]["UserId"];
            name: string;
            email: string;
        };
        InvitationList: {
            data: components["schemas"]["Invitation"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "inv_01kah512x5c8z7b9j4n6g3ysqm",
         *       "email": "grace@example.org",
         *       "role": "editor",
         *       "invited_by": {
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada Lovelace",
         *         "email": "ada@example.org"
         *       },
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "expires_at": "2026-11-28T09:00:00.000Z"
         *     }
         */
        Invitation: {
            id: components["schemas"]["InvitationId"];
            email: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            invited_by: {
                id: string;
                name: string;
                email?: string;
            };
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "id": "inv_01kah512x5c8z7b9j4n6g3ysqm",
         *       "email": "grace@example.org",
         *       "role": "editor",
         *       "invited_by": {
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada Lovelace",
         *         "email": "ada@example.org"
         *       },
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "expires_at": "2026-11-28T09:00:00.000Z",
         *       "accept_url": "https://admin.example.org/invitations/accept#secret"
         *     }
         */
        NewInvitation: {
            id: components["schemas"]["InvitationId"];
            email: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            invited_by: {
                id: string;
                name: string;
                email?: string;
            };
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"];
            /**
             * Format: uri
             * @description Hand this link to the person. It is shown only now.
             */
            accept_url: string;
        };
        /**
         * @example {
         *       "project_name": "Field notes",
         *       "role": "editor",
         *       "email": "grace@example.org",
         *       "invited_by": "Ada Lovelace",
         *       "has_account": false,
         *       "expires_at": "2026-11-28T09:00:00.000Z"
         *     }
         */
        InvitationPreview: {
            project_name: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            /** @description The address that was invited. */
            email: string;
            /** @description What whoever invited is called. */
            invited_by: string;
            /** @description Whether this person signs in to accept, instead of choosing a name and a password. */
            has_account: boolean;
            expires_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "project_id": "prj_01kah4xk6b3r5w0c9zq2m7d8ef",
         *       "user_id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *       "email": "grace@example.org",
         *       "role": "editor"
         *     }
         */
        AcceptedInvitation: {
            project_id: components["schemas"]["ProjectId"];
            user_id: string;
            email: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
        };
        JobPage: {
            data: components["schemas"]["Job"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "job_01kah50jd1w3p6m4r8t2q9vkhn",
         *       "kind": "process-asset",
         *       "state": "dead",
         *       "attempts": 10,
         *       "error": "The storage cannot be reached.",
         *       "run_at": "2026-11-21T09:32:00.000Z",
         *       "created_at": "2026-11-21T08:02:00.000Z"
         *     }
         */
        Job: {
            id: string;
            /** @description What is to be done. */
            kind: string;
            /**
             * @description `dead`: given up after too many attempts.
             * @enum {string}
             */
            state: "waiting" | "running" | "dead";
            /** @description Since it was asked for. */
            attempts: number;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** @description Not before then. */
            run_at: components["schemas"]["Time"];
            created_at: components["schemas"]["Time"];
        };
        MemberList: {
            data: components["schemas"]["Member"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "user_id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.org",
         *       "role": "owner",
         *       "created_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        Member: {
            user_id: components["schemas"]["UserId"];
            name: string;
            email: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            created_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "reset_url": "https://admin.example.org/reset-password#secret",
         *       "expires_at": "2026-11-22T09:00:00.000Z"
         *     }
         */
        ResetLink: {
            /**
             * Format: uri
             * @description Hand this link to the person. It is shown only now.
             */
            reset_url: string;
            expires_at: components["schemas"]["Time"];
        };
        /** @description An OpenAPI 3.1 document. */
        OpenApiDocument: {
            [key: string]: unknown;
        };
        ProjectList: {
            data: components["schemas"]["Project"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "prj_01kah4xk6b3r5w0c9zq2m7d8ef",
         *       "name": "Field notes",
         *       "slug": "field-notes",
         *       "default_locale": "en",
         *       "locales": [
         *         "en",
         *         "de"
         *       ],
         *       "role": "owner",
         *       "created_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        Project: {
            id: components["schemas"]["ProjectId"];
            name: string;
            slug: string;
            default_locale: string;
            locales: string[];
            /** @description Your role; null for a token. */
            role: ("viewer" | "editor" | "owner") | null;
            created_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "base_version": 3,
         *       "hash": "a1b2",
         *       "unchanged": true,
         *       "changes": [],
         *       "rename_candidates": [],
         *       "confirm_token": null
         *     }
         */
        SchemaDiff: {
            /** @description Version of the active schema; 0 while there is none. */
            base_version: number;
            /** @description Of the schema that was given. */
            hash: string;
            unchanged: boolean;
            changes: components["schemas"]["SchemaChange"][];
            /** @description What goes away and comes in a like form: renames, if sent as `renames`. */
            rename_candidates: components["schemas"]["SchemaRename"][];
            /** @description Confirms exactly these changes for an hour; null when nothing is destructive. */
            confirm_token: string | null;
        };
        /**
         * @example {
         *       "id": "field.removed:posts.teaser",
         *       "kind": "field.removed",
         *       "path": [
         *         "posts",
         *         "teaser"
         *       ],
         *       "class": "destructive",
         *       "affected_entries": 12,
         *       "lost_entries": 12,
         *       "sample_entry_ids": [
         *         "ent_01kah4y2v8n6t4s1xj0p9g3hqa"
         *       ],
         *       "live_entries": 9,
         *       "unpublishable_entries": 0,
         *       "message": "The field posts.teaser goes away.",
         *       "migration": null,
         *       "migration_required": false
         *     }
         */
        SchemaChange: {
            id: string;
            kind: string;
            path: string[];
            /** @enum {string} */
            class: "safe" | "needs_migration" | "destructive";
            affected_entries: number;
            /** @description Affected entries that lose values, or go away. */
            lost_entries: number;
            sample_entry_ids: string[];
            /** @description Entries of which published content changes. */
            live_entries: number;
            /** @description Live entries that break a rule from then on: they stay live, and need an edit to be published again. */
            unpublishable_entries: number;
            message: string;
            /** @description A migration that would make entries fit. */
            migration: components["schemas"]["SchemaMigration"] | null;
            /** @description Whether the schema is refused unless a migration says what becomes of the values. */
            migration_required: boolean;
        };
        /**
         * @example {
         *       "version": 1,
         *       "hash": "2f1c8f7a5b1d4c0e9a3b6d8f7e6c5b4a39281706f5e4d3c2b1a0918273645546",
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "token",
         *         "id": "tok_01kah502f4y7d9b6n8c3s5xzge",
         *         "name": "CI"
         *       },
         *       "schema": {
         *         "format": 1,
         *         "collections": []
         *       },
         *       "unchanged": false,
         *       "changes": [],
         *       "migrated_entries": 0,
         *       "snapshot_id": null
         *     }
         */
        SchemaSyncResult: {
            version: number;
            /** @description SHA-256 of the canonical JSON of the schema. */
            hash: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            schema: components["schemas"]["SchemaDocument"];
            /** @description True when this schema was the active one already. */
            unchanged: boolean;
            changes: components["schemas"]["SchemaChange"][];
            /** @description Entries of which something was written. */
            migrated_entries: number;
            /** @description The snapshot that went live with the schema; null when the site stays as it was. */
            snapshot_id: string | null;
        };
        /**
         * @example {
         *       "version": 1,
         *       "hash": "2f1c8f7a5b1d4c0e9a3b6d8f7e6c5b4a39281706f5e4d3c2b1a0918273645546",
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "token",
         *         "id": "tok_01kah502f4y7d9b6n8c3s5xzge",
         *         "name": "CI"
         *       },
         *       "schema": {
         *         "format": 1,
         *         "collections": []
         *       }
         *     }
         */
        SchemaVersion: {
            version: number;
            /** @description SHA-256 of the canonical JSON of the schema. */
            hash: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            schema: components["schemas"]["SchemaDocument"];
        };
        SchemaVersionPage: {
            data: components["schemas"]["SchemaVersionItem"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "version": 1,
         *       "hash": "2f1c8f7a5b1d4c0e9a3b6d8f7e6c5b4a39281706f5e4d3c2b1a0918273645546",
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "token",
         *         "id": "tok_01kah502f4y7d9b6n8c3s5xzge",
         *         "name": "CI"
         *       },
         *       "changes": []
         *     }
         */
        SchemaVersionItem: {
            version: number;
            /** @description SHA-256 of the canonical JSON of the schema. */
            hash: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            changes: {
                id: string;
                kind: string;
                path: string[];
                /** @enum {string} */
                class: "safe" | "needs_migration" | "destructive";
                affected_entries: number;
                message: string;
            }[];
        };
        /**
         * @example {
         *       "snapshot_id": "snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *       "published_at": "2026-11-21T09:32:00.000Z",
         *       "content_base_url": "https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *       "manifest": {
         *         "manifest_format": 1,
         *         "sequence": 7,
         *         "schema_version": 0,
         *         "url": "https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb/manifest.json",
         *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       }
         *     }
         */
        SnapshotPointer: {
            snapshot_id: components["schemas"]["SnapshotId"];
            published_at: components["schemas"]["Time"];
            /**
             * Format: uri
             * @description Root address of this snapshot on the content host. Content there never changes.
             */
            content_base_url: string;
            manifest: {
                /** @constant */
                manifest_format: 1;
                /** @description Grows with every change of live content: the higher number is the newer pointer. */
                sequence: number;
                schema_version: number;
                /**
                 * Format: uri
                 * @description Address of manifest.json on the content host.
                 */
                url: string;
                /** @description SHA-256 of the bytes of manifest.json, hexadecimal. */
                sha256: string;
            };
        };
        SnapshotPage: {
            data: components["schemas"]["SnapshotItem"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "sequence": 7,
         *       "snapshot_id": "snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *       "created_at": "2026-11-20T09:32:00.000Z",
         *       "live": true,
         *       "restorable": true,
         *       "added": 1,
         *       "changed": 0,
         *       "removed": 0,
         *       "changes": [
         *         {
         *           "reason": "publish",
         *           "actor": {
         *             "type": "user",
         *             "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *             "name": "Ada"
         *           },
         *           "entry_id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *           "entry_title": "Hello",
         *           "locales": [
         *             "en"
         *           ]
         *         }
         *       ]
         *     }
         */
        SnapshotItem: {
            /** @description Number of the change of live content; the same snapshot can be live again. */
            sequence: number;
            snapshot_id: components["schemas"]["SnapshotId"];
            /** @description When it became live. */
            created_at: components["schemas"]["Time"];
            live: boolean;
            /** @description Whether its files are still kept. */
            restorable: boolean;
            /** @description Entries that came live, counted by locale, as are the others. */
            added: number;
            changed: number;
            removed: number;
            /** @description Who did what; several changes can share a snapshot. */
            changes: {
                /**
                 * @description `asset`: published content shows what changed of assets.
                 * @enum {string}
                 */
                reason: "publish" | "unpublish" | "republish" | "delete" | "order" | "asset" | "schema" | "restore";
                actor: components["schemas"]["Actor"];
                entry_id?: components["schemas"]["EntryId"] | null;
                /** @description As it was called then; null once it was purged. */
                entry_title: string | null;
                locales?: string[];
                /** @description The assets that changed. */
                asset_ids?: components["schemas"]["AssetId"][];
            }[];
        };
        SnapshotDiffPage: {
            data: components["schemas"]["SnapshotDifference"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "entry_id": "ent_01kah4y2v8n6t4s1xj0p9g3hqa",
         *       "collection_key": "posts",
         *       "locale": "en",
         *       "change": "changed",
         *       "fields": [
         *         {
         *           "field": "title",
         *           "before": "Hello",
         *           "after": "Hello, world"
         *         }
         *       ]
         *     }
         */
        SnapshotDifference: {
            entry_id: components["schemas"]["EntryId"];
            collection_key: string;
            locale: string;
            /** @enum {string} */
            change: "added" | "changed" | "moved" | "removed";
            fields: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
        };
        /**
         * @example {
         *       "snapshot_id": "snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *       "published_at": "2026-11-20T09:32:00.000Z",
         *       "content_base_url": "https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb",
         *       "manifest": {
         *         "manifest_format": 1,
         *         "sequence": 8,
         *         "schema_version": 0,
         *         "url": "https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb/manifest.json",
         *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       },
         *       "warnings": []
         *     }
         */
        RestoredSnapshot: {
            snapshot_id: components["schemas"]["SnapshotId"];
            published_at: components["schemas"]["Time"];
            /**
             * Format: uri
             * @description Root address of this snapshot on the content host. Content there never changes.
             */
            content_base_url: string;
            manifest: {
                /** @constant */
                manifest_format: 1;
                /** @description Grows with every change of live content: the higher number is the newer pointer. */
                sequence: number;
                schema_version: number;
                /**
                 * Format: uri
                 * @description Address of manifest.json on the content host.
                 */
                url: string;
                /** @description SHA-256 of the bytes of manifest.json, hexadecimal. */
                sha256: string;
            };
            warnings: {
                /** @constant */
                code: "snapshot.schema_differs";
                message: string;
                /** @description Live entries that don't fit the active schema. */
                entries: number;
            }[];
        };
        /**
         * @example {
         *       "used_bytes": 48123310,
         *       "reserved_bytes": 0,
         *       "limit_bytes": 10000000000,
         *       "asset_count": 12
         *     }
         */
        Storage: {
            /** @description What uploaded files take, each counted once however many assets have it. */
            used_bytes: number;
            /** @description What is kept free for uploads that are not complete. */
            reserved_bytes: number;
            /** @description What both together may be; null when there is no limit. */
            limit_bytes: number | null;
            /** @description Assets whose file has arrived, those in the trash among them. */
            asset_count: number;
        };
        DeployTargetList: {
            data: components["schemas"]["DeployTarget"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "dpt_01kah51w3n5q8r2t6y9z4x7cbd",
         *       "name": "Website",
         *       "kind": "netlify",
         *       "config": {
         *         "hook_url": "https://api.netlify.com/…c3d2"
         *       },
         *       "site_url": "https://www.example.org/",
         *       "environment": "production",
         *       "quiet_seconds": 10,
         *       "status": "active",
         *       "consecutive_failures": 0,
         *       "last_deployment": null,
         *       "built": null,
         *       "seen": {
         *         "sequence": 12,
         *         "at": "2026-11-21T09:31:44.000Z"
         *       },
         *       "site_check": {
         *         "at": "2026-11-21T09:31:44.000Z",
         *         "error": null
         *       },
         *       "created_at": "2026-11-20T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada",
         *         "email": "ada@example.org"
         *       },
         *       "updated_at": "2026-11-20T09:30:00.000Z"
         *     }
         */
        DeployTarget: {
            id: components["schemas"]["DeployTargetId"];
            name: string;
            /**
             * @description The platform that builds the website.
             * @enum {string}
             */
            kind: "vercel" | "netlify" | "cloudflare" | "github";
            /** @description Its settings. Of secrets only host and end are shown. */
            config: {
                [key: string]: string | boolean;
            };
            /** @description An address of the website: a page with `<meta name="stele-snapshot">`, or any of a host with /.well-known/stele.json. It is looked at after a build; null for not at all. */
            site_url: string | null;
            /** @description The name that builds report, so that each finds its deploy target. */
            environment: string;
            /** @description Seconds for which changes are gathered into one build. Each change starts them again, six times at most. */
            quiet_seconds: number;
            /**
             * @description `paused`: five deployments failed in a row, or somebody paused it. Nothing is sent until `resume`.
             * @enum {string}
             */
            status: "active" | "paused";
            consecutive_failures: number;
            last_deployment: components["schemas"]["Deployment"] | null;
            /** @description The newest change that a build is known to have. */
            built: {
                sequence: number;
                at: components["schemas"]["Time"];
            } | null;
            /** @description The newest change that the website was seen to show. */
            seen: {
                sequence: number;
                at: components["schemas"]["Time"];
            } | null;
            /** @description The last look at the website, and why it found nothing. */
            site_check: {
                at: components["schemas"]["Time"];
                error: string | null;
            } | null;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "id": "tok_01kah502f4y7d9b6n8c3s5xzge",
         *       "name": "Website build",
         *       "scope": "read_published",
         *       "project": {
         *         "id": "prj_01kah4xk6b3r5w0c9zq2m7d8ef",
         *         "name": "Field notes",
         *         "slug": "field-notes",
         *         "default_locale": "en",
         *         "locales": [
         *           "en",
         *           "de"
         *         ]
         *       },
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "expires_at": null,
         *       "last_used_at": null
         *     }
         */
        TokenIdentity: {
            id: components["schemas"]["TokenId"];
            name: string;
            /**
             * @example read_published
             * @enum {string}
             */
            scope: "read_published" | "read_draft" | "admin";
            project: {
                id: components["schemas"]["ProjectId"];
                name: string;
                slug: string;
                default_locale: string;
                locales: string[];
            };
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"] | null;
            last_used_at: components["schemas"]["Time"] | null;
        };
        TokenList: {
            data: components["schemas"]["Token"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "tok_01kah502f4y7d9b6n8c3s5xzge",
         *       "name": "Website build",
         *       "scope": "read_published",
         *       "hint": "x7Qe",
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "expires_at": null,
         *       "revoked_at": null,
         *       "last_used_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        Token: {
            id: components["schemas"]["TokenId"];
            name: string;
            /**
             * @example read_published
             * @enum {string}
             */
            scope: "read_published" | "read_draft" | "admin";
            /** @description The secret's last four characters. */
            hint: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            expires_at: components["schemas"]["Time"] | null;
            revoked_at: components["schemas"]["Time"] | null;
            /** @description Exact to half a minute or so. */
            last_used_at: components["schemas"]["Time"] | null;
        };
        /**
         * @example {
         *       "id": "tok_01kah502f4y7d9b6n8c3s5xzge",
         *       "name": "Website build",
         *       "scope": "read_published",
         *       "hint": "x7Qe",
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "expires_at": null,
         *       "revoked_at": null,
         *       "last_used_at": "2026-11-21T09:30:00.000Z",
         *       "secret": "stl_pub_7Rk2vXw9LmQ4tZ8bN3cY6hF1jD5gS0aPx7Qe2w"
         *     }
         */
        NewToken: {
            id: components["schemas"]["TokenId"];
            name: string;
            /**
             * @example read_published
             * @enum {string}
             */
            scope: "read_published" | "read_draft" | "admin";
            /** @description The secret's last four characters. */
            hint: string;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            expires_at: components["schemas"]["Time"] | null;
            revoked_at: components["schemas"]["Time"] | null;
            /** @description Exact to half a minute or so. */
            last_used_at: components["schemas"]["Time"] | null;
            /** @description The token itself. It is shown only now. */
            secret: string;
        };
        SavedViewList: {
            data: components["schemas"]["SavedView"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "viw_01kah80m3p6s9v2y5b8e1h4k7n",
         *       "name": "To be published",
         *       "collection_key": "posts",
         *       "query": {
         *         "status": "changed",
         *         "columns": [
         *           "title",
         *           "date"
         *         ]
         *       },
         *       "position": 0,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada",
         *         "email": "ada@example.org"
         *       },
         *       "updated_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        SavedView: {
            id: components["schemas"]["SavedViewId"];
            name: string;
            /** @description Null for a view of all collections. */
            collection_key: components["schemas"]["CollectionKey"] | null;
            query: {
                [key: string]: string | string[];
            };
            position: number;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Give it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "msg_01kah71x4q7t0w3z6c9f2j5m8r",
         *       "kind": "entry.published",
         *       "status": "delivered",
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "due_at": "2026-11-21T09:30:00.000Z",
         *       "delivered_at": "2026-11-21T09:30:00.412Z",
         *       "attempts": [
         *         {
         *           "at": "2026-11-21T09:30:00.231Z",
         *           "url": "https://example.com/hooks/stele",
         *           "duration_ms": 181,
         *           "status": 200,
         *           "answer": "ok",
         *           "error": null
         *         }
         *       ],
         *       "body": "{\"type\":\"entry.published\",\"timestamp\":\"2026-11-21T09:30:00.000Z\",\"data\":{\"entry_id\":\"ent_01kah4y2v8n6t4s1xj0p9g3hqa\"}}"
         *     }
         */
        WebhookDelivery: {
            id: components["schemas"]["WebhookMessageId"];
            /** @description What it tells of. */
            kind: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            created_at: components["schemas"]["Time"];
            /** @description When it is, or was, sent next. */
            due_at: components["schemas"]["Time"];
            delivered_at: components["schemas"]["Time"] | null;
            /** @description Each request and its answer, the first one first. */
            attempts: {
                at: components["schemas"]["Time"];
                url: string;
                duration_ms: number;
                /** @description Of the answer; null when there was none. */
                status: number | null;
                /** @description The beginning of its body. */
                answer: string | null;
                /** @description Why there was no answer. */
                error: string | null;
            }[];
            /** @description What is sent, byte by byte. */
            body: string;
        };
        /**
         * @example {
         *       "count": 12
         *     }
         */
        Redelivered: {
            /** @description Messages that are sent again. */
            count: number;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "whk_01kah70m3p6s9v2y5b8e1h4k7n",
         *           "name": "Search",
         *           "url": "https://example.com/hooks/stele",
         *           "events": [
         *             "entry.published",
         *             "entry.unpublished"
         *           ],
         *           "collections": [],
         *           "locales": [],
         *           "include_values": false,
         *           "status": "active",
         *           "disabled": null,
         *           "failing_since": null,
         *           "old_secret_until": null,
         *           "pending": 0,
         *           "created_at": "2026-11-21T09:30:00.000Z",
         *           "created_by": {
         *             "type": "user",
         *             "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *             "name": "Ada"
         *           },
         *           "updated_at": "2026-11-21T09:30:00.000Z"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        WebhookList: {
            data: components["schemas"]["Webhook"][];
            next_cursor: null;
        };
        /**
         * @example {
         *       "id": "whk_01kah70m3p6s9v2y5b8e1h4k7n",
         *       "name": "Search",
         *       "url": "https://example.com/hooks/stele",
         *       "events": [
         *         "entry.published",
         *         "entry.unpublished"
         *       ],
         *       "collections": [],
         *       "locales": [],
         *       "include_values": false,
         *       "status": "active",
         *       "disabled": null,
         *       "failing_since": null,
         *       "old_secret_until": null,
         *       "pending": 0,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        Webhook: {
            id: components["schemas"]["WebhookId"];
            name: string;
            url: string;
            events: string[];
            collections: string[];
            locales: string[];
            include_values: boolean;
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `gone`: it answered 410. `failing`: it accepted nothing for five days. */
            disabled: {
                /** @enum {string} */
                reason: "by_hand" | "gone" | "failing";
                at: components["schemas"]["Time"];
            } | null;
            /** @description Null when it accepted the last message. */
            failing_since: components["schemas"]["Time"] | null;
            /** @description Until when the previous secret signs too; null when none does. */
            old_secret_until: components["schemas"]["Time"] | null;
            /** @description Messages that wait to be delivered. */
            pending: number;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
        };
        /**
         * @example {
         *       "id": "whk_01kah70m3p6s9v2y5b8e1h4k7n",
         *       "name": "Search",
         *       "url": "https://example.com/hooks/stele",
         *       "events": [
         *         "entry.published",
         *         "entry.unpublished"
         *       ],
         *       "collections": [],
         *       "locales": [],
         *       "include_values": false,
         *       "status": "active",
         *       "disabled": null,
         *       "failing_since": null,
         *       "old_secret_until": null,
         *       "pending": 0,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "usr_01kah50jd1w3p6m4r8t2q9vkhn",
         *         "name": "Ada"
         *       },
         *       "updated_at": "2026-11-21T09:30:00.000Z",
         *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazmJ2kO7VaA="
         *     }
         */
        WebhookWithSecret: {
            id: components["schemas"]["WebhookId"];
            name: string;
            url: string;
            events: string[];
            collections: string[];
            locales: string[];
            include_values: boolean;
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `gone`: it answered 410. `failing`: it accepted nothing for five days. */
            disabled: {
                /** @enum {string} */
                reason: "by_hand" | "gone" | "failing";
                at: components["schemas"]["Time"];
            } | null;
            /** @description Null when it accepted the last message. */
            failing_since: components["schemas"]["Time"] | null;
            /** @description Until when the previous secret signs too; null when none does. */
            old_secret_until: components["schemas"]["Time"] | null;
            /** @description Messages that wait to be delivered. */
            pending: number;
            created_at: components["schemas"]["Time"];
            created_by: components["schemas"]["Actor"];
            updated_at: components["schemas"]["Time"];
            /**
             * @description Signs its messages (Standard Webhooks). Shown only once.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazmJ2kO7VaA=
             */
            secret: string;
        };
        /**
         * @description The body of every error.
         * @example {
         *       "error": {
         *         "code": "validation_failed",
         *         "message": "The request is not valid. See details.",
         *         "details": [
         *           {
         *             "path": [
         *               "values",
         *               "en",
         *               "title"
         *             ],
         *             "message": "Expected a string."
         *           }
         *         ]
         *       }
         *     }
         */
        Error: {
            error: {
                /**
                 * @description Stable; for programs.
                 * @enum {string}
                 */
                code: "validation_failed" | "auth.missing_token" | "auth.invalid_token" | "auth.missing_session" | "auth.invalid_credentials" | "auth.insufficient_scope" | "auth.insufficient_role" | "auth.origin_not_allowed" | "auth.invalid_setup_code" | "auth.invalid_passkey" | "auth.sign_in_over" | "auth.passkey_refused" | "auth.passkey_not_found" | "auth.reset_over" | "auth.device_pending" | "auth.device_slow_down" | "auth.device_denied" | "auth.device_code_over" | "auth.no_mail" | "auth.two_factor_enabled" | "auth.two_factor_disabled" | "auth.passkey_limit_reached" | "member.reset_not_allowed" | "not_found" | "project.not_found" | "entry.not_found" | "entry.version_not_found" | "token.not_found" | "member.not_found" | "job.not_found" | "target.not_found" | "deployment.not_found" | "webhook.not_found" | "webhook.delivery_not_found" | "invitation.not_found" | "media.asset_not_found" | "media.version_not_found" | "media.folder_not_found" | "view.not_found" | "schema.none_pushed" | "schema.version_not_found" | "snapshot.none_published" | "snapshot.not_found" | "method_not_allowed" | "request_timeout" | "entry.version_conflict" | "entry.trashed" | "entry.locale_live" | "entry.never_live" | "entry.not_manually_ordered" | "entry.bulk_refused" | "entry.external_id_taken" | "entry.singleton_exists" | "media.not_uploaded" | "media.upload_over" | "media.asset_trashed" | "media.not_croppable" | "media.asset_in_use" | "media.bulk_refused" | "media.folder_name_taken" | "media.folder_not_empty" | "media.folder_limit_reached" | "schema.version_conflict" | "schema.migration_required" | "schema.confirmation_required" | "project.slug_taken" | "project.locale_in_use" | "member.already_member" | "member.last_owner" | "token.limit_reached" | "target.limit_reached" | "webhook.limit_reached" | "view.limit_reached" | "instance.already_set_up" | "idempotency.in_flight" | "payload_too_large" | "media.quota_exceeded" | "unsupported_media_type" | "media.content_mismatch" | "idempotency.key_reused" | "rate_limited" | "headers_too_large" | "internal" | "unavailable";
                /** @description For people; may change. */
                message: string;
                /** @description Present when there is more to say. */
                details?: {
                    /** @description Where in the request. */
                    path: (string | number)[];
                    message: string;
                    /**
                     * @description Why a value was refused, where others decide that: other entries, assets.
                     * @enum {string}
                     */
                    reason?: "value_taken" | "entry_missing" | "entry_trashed" | "entry_of_other_collection" | "asset_missing" | "asset_trashed" | "asset_pending" | "asset_processing" | "asset_failed" | "asset_of_other_type";
                }[];
            };
        };
        /** @description Any JSON value. */
        JsonValue: unknown;
    };
    responses: {
        /** @description `validation_failed`: The request is not valid. See details. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal`: Something went wrong on our side. The request id helps us find out what. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `auth.invalid_token`: The token is not valid.
         *
         *     `auth.missing_session`: Sign in first.
         */
        InvalidTokenOrMissingSession: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `auth.insufficient_scope`: The scope of this token does not allow this. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `auth.insufficient_scope`: The scope of this token does not allow this.
         *
         *     `auth.origin_not_allowed`: This origin may not write with a session.
         */
        InsufficientScopeOrOriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `project.slug_taken`: A project already has this slug.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        ProjectSlugTakenOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is larger than this route accepts. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: Send the body as application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency.key_reused`: This Idempotency-Key was already used for another request. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests. Wait as long as Retry-After says. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `auth.invalid_setup_code`: The set-up code is wrong. */
        InvalidSetupCode: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `instance.already_set_up`: This instance already has an owner. */
        InstanceAlreadySetUp: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invitation.not_found`: There is no such invitation, or it is no longer open. */
        InvitationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `auth.missing_session`: Sign in first. */
        MissingSession: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `auth.origin_not_allowed`: This origin may not write with a session. */
        OriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `auth.invalid_token`: The token is not valid.
         *
         *     `auth.missing_token`: Send a project token: Authorization: Bearer <ACCESS_TOKEN>.
         */
        InvalidTokenOrMissingToken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `auth.insufficient_scope`: The scope of this token does not allow this.
         *
         *     `auth.insufficient_role`: Your role in this project does not allow this.
         */
        InsufficientScopeOrInsufficientRole: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `project.not_found`: There is no such project. */
        ProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `auth.insufficient_scope`: The scope of this token does not allow this.
         *
         *     `auth.insufficient_role`: Your role in this project does not allow this.
         *
         *     `auth.origin_not_allowed`: This origin may not write with a session.
         */
        InsufficientScopeOrInsufficientRoleOrOriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `project.locale_in_use`: A locale with content cannot be removed. */
        ProjectLocaleInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: A part of the service cannot be reached. Try again in a moment. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `snapshot.not_found`: There is no such snapshot.
         *
         *     `deployment.not_found`: There is no such deployment.
         *
         *     `project.not_found`: There is no such project.
         */
        SnapshotNotFoundOrDeploymentNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.external_id_taken`: Another entry of this collection already has this external_id.
         *
         *     `entry.singleton_exists`: The collection holds a single entry, which already exists.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryExternalIdTakenOrEntrySingletonExistsOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.folder_name_taken`: A folder in the same place already has this name.
         *
         *     `media.folder_limit_reached`: The project has reached its limit of folders.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        MediaFolderNameTakenOrMediaFolderLimitReachedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `member.already_member`: This person is already a member. */
        MemberAlreadyMember: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `schema.none_pushed`: No schema has been pushed yet.
         *
         *     `project.not_found`: There is no such project.
         */
        SchemaNonePushedOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `target.limit_reached`: The project has reached its limit of deploy targets.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        TargetLimitReachedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `token.limit_reached`: The project has reached its limit of tokens. */
        TokenLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `view.limit_reached`: The project has reached its limit of saved views.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        ViewLimitReachedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `webhook.limit_reached`: The project has reached its limit of webhooks. */
        WebhookLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency.in_flight`: A request with this Idempotency-Key is still in progress. */
        IdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.quota_exceeded`: The project does not have enough storage left for these files.
         *
         *     `payload_too_large`: The body is larger than this route accepts.
         */
        MediaQuotaExceededOrPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.bulk_refused`: Some of the assets cannot be changed, so none was. See details.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        MediaBulkRefusedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.not_found`: There is no such entry.
         *
         *     `project.not_found`: There is no such project.
         */
        EntryNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `entry.not_manually_ordered`: The collection is not ordered by hand. */
        EntryNotManuallyOrdered: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.bulk_refused`: Some of the entries cannot be changed, so none was. See details.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryBulkRefusedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `schema.version_conflict`: Another schema was pushed since. Compare again.
         *
         *     `schema.migration_required`: Existing values do not fit the schema. Send a migration for them. See details.
         *
         *     `schema.confirmation_required`: The change loses content. Compare first, and send the confirm_token. See details.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        SchemaVersionConflictOrSchemaMigrationRequiredOrSchemaConfirmationRequiredOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `snapshot.none_published`: Nothing has been published yet.
         *
         *     `project.not_found`: There is no such project.
         */
        SnapshotNonePublishedOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `schema.version_not_found`: There is no such version of the schema.
         *
         *     `project.not_found`: There is no such project.
         */
        SchemaVersionNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `entry.version_conflict`: The entry was changed since. See details.
         *
         *     `entry.locale_live`: A live locale keeps its draft. Unpublish the locale first.
         *
         *     `entry.singleton_exists`: The collection holds a single entry, which already exists.
         */
        EntryTrashedOrEntryVersionConflictOrEntryLocaleLiveOrEntrySingletonExists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `not_found`: There is nothing at this address.
         *
         *     `project.not_found`: There is no such project.
         */
        NotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.asset_not_found`: There is no such asset.
         *
         *     `project.not_found`: There is no such project.
         */
        MediaAssetNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.asset_trashed`: The asset is in the trash. Restore it first. */
        MediaAssetTrashed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.asset_in_use`: Entries use the asset. See details. */
        MediaAssetInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `deployment.not_found`: There is no such deployment.
         *
         *     `project.not_found`: There is no such project.
         */
        DeploymentNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.folder_not_found`: There is no such folder.
         *
         *     `project.not_found`: There is no such project.
         */
        MediaFolderNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.folder_name_taken`: A folder in the same place already has this name. */
        MediaFolderNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.folder_not_empty`: The folder holds assets or other folders. Move them first. */
        MediaFolderNotEmpty: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invitation.not_found`: There is no such invitation, or it is no longer open.
         *
         *     `project.not_found`: There is no such project.
         */
        InvitationNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `member.not_found`: There is no such member.
         *
         *     `project.not_found`: There is no such project.
         */
        MemberNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `member.last_owner`: A project needs at least one owner. */
        MemberLastOwner: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `target.not_found`: There is no such deploy target.
         *
         *     `project.not_found`: There is no such project.
         */
        TargetNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `token.not_found`: There is no such token.
         *
         *     `project.not_found`: There is no such project.
         */
        TokenNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `view.not_found`: There is no such saved view.
         *
         *     `project.not_found`: There is no such project.
         */
        ViewNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `webhook.not_found`: There is no such webhook.
         *
         *     `project.not_found`: There is no such project.
         */
        WebhookNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.upload_over`: The upload of this asset is complete. */
        MediaUploadOver: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.not_uploaded`: The file has not arrived yet. Send it to its uploadUrl first. */
        MediaNotUploaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `media.content_mismatch`: What was uploaded is not what was declared. */
        MediaContentMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.asset_trashed`: The asset is in the trash. Restore it first.
         *
         *     `media.not_uploaded`: The file has not arrived yet. Send it to its uploadUrl first.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        MediaAssetTrashedOrMediaNotUploadedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.asset_trashed`: The asset is in the trash. Restore it first.
         *
         *     `media.not_uploaded`: The file has not arrived yet. Send it to its uploadUrl first.
         *
         *     `media.not_croppable`: Only raster images can be cropped.
         */
        MediaAssetTrashedOrMediaNotUploadedOrMediaNotCroppable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `entry.version_conflict`: The entry was changed since. See details.
         *
         *     `entry.locale_live`: A live locale keeps its draft. Unpublish the locale first.
         */
        EntryTrashedOrEntryVersionConflictOrEntryLocaleLive: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `entry.version_conflict`: The entry was changed since. See details.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryTrashedOrEntryVersionConflictOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryTrashedOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.never_live`: The entry was never live, or its earlier content is no longer kept. See details.
         *
         *     `entry.singleton_exists`: The collection holds a single entry, which already exists.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryNeverLiveOrEntrySingletonExistsOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `entry.version_conflict`: The entry was changed since. See details.
         *
         *     `entry.never_live`: The entry was never live, or its earlier content is no longer kept. See details.
         *
         *     `entry.singleton_exists`: The collection holds a single entry, which already exists.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryTrashedOrEntryVersionConflictOrEntryNeverLiveOrEntrySingletonExistsOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `entry.singleton_exists`: The collection holds a single entry, which already exists.
         *
         *     `idempotency.in_flight`: A request with this Idempotency-Key is still in progress.
         */
        EntryTrashedOrEntrySingletonExistsOrIdempotencyInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `job.not_found`: There is no such job, or it has finished.
         *
         *     `project.not_found`: There is no such project.
         */
        JobNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `member.reset_not_allowed`: Only somebody else who owns all projects of this person can create a link for them.
         *
         *     `auth.insufficient_scope`: The scope of this token does not allow this.
         *
         *     `auth.insufficient_role`: Your role in this project does not allow this.
         *
         *     `auth.origin_not_allowed`: This origin may not write with a session.
         */
        MemberResetNotAllowedOrInsufficientScopeOrInsufficientRoleOrOriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `snapshot.not_found`: There is no such snapshot.
         *
         *     `project.not_found`: There is no such project.
         */
        SnapshotNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.not_found`: There is no such entry.
         *
         *     `entry.version_not_found`: The entry has no such version.
         *
         *     `project.not_found`: There is no such project.
         */
        EntryNotFoundOrEntryVersionNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `webhook.delivery_not_found`: The webhook has no such message, or it is no longer kept.
         *
         *     `project.not_found`: There is no such project.
         */
        WebhookDeliveryNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `media.asset_not_found`: There is no such asset.
         *
         *     `media.version_not_found`: The asset has no such version.
         *
         *     `project.not_found`: There is no such project.
         */
        MediaAssetNotFoundOrMediaVersionNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `entry.trashed`: The entry is in the trash. Restore it first.
         *
         *     `entry.version_conflict`: The entry was changed since. See details.
         */
        EntryTrashedOrEntryVersionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `auth.invalid_token`: The token is not valid. */
        InvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `snapshot.not_found`: There is no such snapshot.
         *
         *     `not_found`: There is nothing at this address.
         *
         *     `project.not_found`: There is no such project.
         */
        SnapshotNotFoundOrNotFoundOrProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Identifier of a project, beginning with prj_. */
        ProjectId: components["schemas"]["ProjectId"];
        Search: string;
        Limit: number;
        Cursor: string;
        /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
        IdempotencyKey: string;
        /** @description Identifier of an asset, beginning with ast_. */
        AssetId: components["schemas"]["AssetId"];
        /** @description Identifier of an entry, beginning with ent_. */
        EntryId: components["schemas"]["EntryId"];
        /** @description Key of a collection. */
        Collection: string;
        /** @description A locale that the file is in. */
        Locale: string;
        Include: "live_values";
        /** @description Key of a collection. */
        Collection2: components["schemas"]["CollectionKey"];
        /** @description Identifier in the system that the entry comes from; unique in the collection. */
        ExternalId: string;
        Version: number;
        /** @description Identifier of a folder, beginning with fld_. */
        FolderId: components["schemas"]["FolderId"];
        /** @description Identifier of a person, beginning with usr_. */
        UserId: components["schemas"]["UserId"];
        /** @description Identifier of a snapshot, beginning with snap_. */
        SnapshotId: components["schemas"]["SnapshotId"];
        /** @description Identifier of a deploy target, beginning with dpt_. */
        TargetId: components["schemas"]["DeployTargetId"];
        /** @description Identifier of a project token, beginning with tok_. */
        TokenId: components["schemas"]["TokenId"];
        /** @description Identifier of a saved view, beginning with viw_. */
        ViewId: components["schemas"]["SavedViewId"];
        /** @description Identifier of a webhook, beginning with whk_. */
        WebhookId: components["schemas"]["WebhookId"];
        /** @description Identifier of a message, beginning with msg_. */
        DeliveryId: components["schemas"]["WebhookMessageId"];
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request, for support. */
        RequestId: string;
        /** @description Seconds to wait before sending it again. */
        RetryAfter: number;
        /** @description Address of what was made, if it has one. */
        Location: string;
        /** @description Address on the content host. */
        ContentHost: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "assets.list": {
        parameters: {
            query?: {
                search?: components["parameters"]["Search"];
                folder?: components["schemas"]["FolderId"];
                mime?: string;
                status?: "pending" | "processing" | "ready" | "failed" | "trashed";
                missing_alt?: components["schemas"]["Locale"];
                unused?: "true";
                sort?: "created" | "-created" | "updated" | "-updated" | "filename" | "-filename" | "bytes" | "-bytes";
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.upload": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    files: {
                        /** @example Lighthouse.jpg */
                        filename: string;
                        /**
                         * @description Its media type, the same as in the upload.
                         * @example image/jpeg
                         */
                        mime: string;
                        /** @description How long the file is, exactly. */
                        bytes: number;
                        /** @description The folder that it is to lie in. */
                        folder_id?: components["schemas"]["FolderId"] | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetUploads"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            413: components["responses"]["MediaQuotaExceededOrPayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.uploadFromUrl": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public address of the file.
                     */
                    url: string;
                    /**
                     * @description Its name; that in the address unless given.
                     * @example Lighthouse.jpg
                     */
                    filename?: string;
                    /** @description The folder that it is to lie in. */
                    folder_id?: components["schemas"]["FolderId"] | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.renewUploadUrls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetUpload"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaUploadOver"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.complete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletedAsset"];
                };
            };
            /** @description Accepted: the work that this began goes on. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletedAsset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaNotUploaded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MediaContentMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaAssetInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Lighthouse.jpg */
                    filename?: string;
                    /**
                     * @description What the picture shows: a text in the default locale, or locale → text. Locales that are not named stay; null or an empty text takes one away.
                     * @example {
                     *       "en": "A lighthouse at dusk"
                     *     }
                     */
                    alt_text?: string | {
                        [key: string]: string | null;
                    };
                    decorative?: boolean;
                    /** @description Null for the middle. Variants of fixed ratios are made again, with new addresses. */
                    focal_point?: {
                        x: number;
                        y: number;
                    } | null;
                    /** @description Null for no folder. */
                    folder_id?: components["schemas"]["FolderId"] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaAssetTrashed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.usage": {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetUsagePage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Lighthouse.jpg */
                    filename: string;
                    /**
                     * @description Its media type, the same as in the upload.
                     * @example image/jpeg
                     */
                    mime: string;
                    /** @description How long the file is, exactly. */
                    bytes: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetUpload"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaAssetTrashedOrMediaNotUploadedOrIdempotencyInFlight"];
            413: components["responses"]["MediaQuotaExceededOrPayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.crop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaAssetTrashedOrMediaNotUploadedOrMediaNotCroppable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.resetCrop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaAssetTrashed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.bulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "move" | "trash" | "restore" | "patch";
                    /** @description The assets, each once. */
                    asset_ids: components["schemas"]["AssetId"][];
                    /** @description For `move`: where to; null for no folder. */
                    folder_id?: components["schemas"]["FolderId"] | null;
                    /** @description For `patch`: what becomes of each of them. */
                    patch?: {
                        /**
                         * @description What the picture shows: a text in the default locale, or locale → text. Locales that are not named stay; null or an empty text takes one away.
                         * @example {
                         *       "en": "A lighthouse at dusk"
                         *     }
                         */
                        alt_text?: string | {
                            [key: string]: string | null;
                        };
                        decorative?: boolean;
                        /** @description Null for the middle. Variants of fixed ratios are made again, with new addresses. */
                        focal_point?: {
                            x: number;
                            y: number;
                        } | null;
                        /** @description Null for no folder. */
                        folder_id?: components["schemas"]["FolderId"] | null;
                    };
                    /** @description Carries out what can be. Without it, one asset that is refused keeps all as they are. */
                    partial?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAssetsResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["MediaBulkRefusedOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assets.linkOriginal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OriginalLink"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaNotUploaded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assetVersions.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetVersionPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["MediaAssetNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "assetVersions.restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an asset, beginning with ast_. */
                assetId: components["parameters"]["AssetId"];
                /** @description Identifier of an earlier file of an asset, beginning with asv_. */
                versionId: components["schemas"]["AssetVersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaAssetNotFoundOrMediaVersionNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaAssetTrashed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                target?: string;
                from?: string;
                to?: string;
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "builds.report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The deployment that started the build, where the build knows it. */
                    deployment_id?: components["schemas"]["DeploymentId"];
                    /** @description The snapshot that the build read. */
                    snapshot_id: components["schemas"]["SnapshotId"];
                    /**
                     * @description `finished`: the build succeeded. It does not mean that the website shows it yet.
                     * @enum {string}
                     */
                    phase: "started" | "finished" | "failed";
                    /**
                     * @description The name that builds report, so that each finds its deploy target.
                     * @default production
                     */
                    environment?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildReport"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["SnapshotNotFoundOrDeploymentNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "deployments.list": {
        parameters: {
            query?: {
                target_id?: components["schemas"]["DeployTargetId"];
                status?: "queued" | "sending" | "triggered" | "failed" | "superseded";
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "deployments.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a deployment, beginning with dep_. */
                deploymentId: components["schemas"]["DeploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["DeploymentNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "deployments.followEntry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryLive"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "drafts.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Key of a collection. */
                collection: components["parameters"]["Collection"];
                /** @description A locale that the file is in. */
                locale: components["parameters"]["Locale"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftFile"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["NotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.list": {
        parameters: {
            query?: {
                collection?: components["schemas"]["CollectionKey"];
                status?: "draft" | "published" | "changed" | "trashed";
                locale?: components["schemas"]["Locale"];
                search?: components["parameters"]["Search"];
                refers_to?: components["schemas"]["EntryId"];
                sort?: "created" | "-created" | "updated" | "-updated" | "title" | "-title" | "position" | "-position" | "order";
                include?: string;
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    collection_key: components["schemas"]["CollectionKey"];
                    /**
                     * @description Identifier in the system that the entry comes from; unique in the collection.
                     * @example first-post
                     */
                    external_id?: string;
                    /**
                     * @description Locale → field → value. A locale that is named is replaced whole; null removes its draft.
                     * @example {
                     *       "en": {
                     *         "title": "Hello"
                     *       },
                     *       "de": {
                     *         "title": "Hallo"
                     *       }
                     *     }
                     */
                    values?: {
                        [key: string]: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /**
                     * @description Marks a bulk migration: its versions are marked as imported, and creating has a limit of its own.
                     * @constant
                     */
                    via?: "import";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["EntryExternalIdTakenOrEntrySingletonExistsOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.get": {
        parameters: {
            query?: {
                include?: components["parameters"]["Include"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryDetail"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryWithWarnings"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.saveDraft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Locale → field → value. A locale that is named is replaced whole; null removes its draft.
                     * @example {
                     *       "en": {
                     *         "title": "Hello"
                     *       },
                     *       "de": {
                     *         "title": "Hallo"
                     *       }
                     *     }
                     */
                    values: {
                        [key: string]: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /** @description The version that the values were edited from. */
                    base_version: number;
                    /** @description Saved by itself, not by a person: such saves of one author within ten minutes are one record of the history. */
                    autosave?: boolean;
                    /** @description When values changed after the base: takes each field from the side that changed it, and refuses only fields that both changed. */
                    merge?: boolean;
                    /**
                     * @description Marks a bulk migration: its versions are marked as imported, and creating has a limit of its own.
                     * @constant
                     */
                    via?: "import";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntryVersionConflictOrEntryLocaleLive"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.patchDraft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Locale → field → value. Fields that are not named stay as they are; null clears a field. A list or an object is replaced whole. null in a locale's place removes its draft.
                     * @example {
                     *       "en": {
                     *         "title": "Hello"
                     *       }
                     *     }
                     */
                    values: {
                        [key: string]: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /** @description The version that the values were edited from. */
                    base_version: number;
                    /** @description Saved by itself, not by a person: such saves of one author within ten minutes are one record of the history. */
                    autosave?: boolean;
                    /** @description When values changed after the base: takes each field from the side that changed it, and refuses only fields that both changed. */
                    merge?: boolean;
                    /**
                     * @description Marks a bulk migration: its versions are marked as imported, and creating has a limit of its own.
                     * @constant
                     */
                    via?: "import";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntryVersionConflictOrEntryLocaleLive"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which locales go live: at least one, each once. */
                    locales: components["schemas"]["Locale"][];
                    /** @description Refuses with 409 if values changed after this version. */
                    base_version?: number;
                    /**
                     * @description Marks a bulk migration: its versions are marked as imported, and creating has a limit of its own.
                     * @constant
                     */
                    via?: "import";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntryVersionConflictOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.unpublish": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which locales leave the site. */
                    locales: components["schemas"]["Locale"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.republish": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which locales come back. Unless given, those that left the site together, last of all. */
                    locales?: components["schemas"]["Locale"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryNeverLiveOrEntrySingletonExistsOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.undoPublish": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The version that the publish answered with. */
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntryVersionConflictOrEntryNeverLiveOrEntrySingletonExistsOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.duplicate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All locales unless given. */
                    locales?: components["schemas"]["Locale"][];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntrySingletonExistsOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryWithWarnings"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["IdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.order": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    collection_key: components["schemas"]["CollectionKey"];
                    /** @description The entries to move, in their new order. */
                    entry_ids: components["schemas"]["EntryId"][];
                    /** @description The entry that they come right behind; null or absent puts them first. */
                    after?: components["schemas"]["EntryId"] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryNotManuallyOrdered"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.bulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `undo_publish` takes one publish of each entry back. `republish` undoes `trash` and `unpublish`: the former live content is live again. `restore` restores drafts only.
                     * @enum {string}
                     */
                    action: "publish" | "undo_publish" | "unpublish" | "republish" | "trash" | "restore";
                    /** @description The entries, each once. */
                    entry_ids: components["schemas"]["EntryId"][];
                    /** @description For `publish`: the version of each entry that you have seen, in the order of `entry_ids`. An entry whose values changed since is refused with `entry.version_conflict`. For `undo_publish`: the version that each publish answered with. */
                    base_versions?: number[];
                    /** @description For `publish`, `unpublish` and `republish`: which locales. Every locale that an entry has, or to republish those that left the site last, unless given. */
                    locales?: components["schemas"]["Locale"][];
                    /** @description Carries out what can be. Without it, one entry that is refused keeps all as they are. */
                    partial?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["EntryBulkRefusedOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.getByExternalId": {
        parameters: {
            query?: {
                include?: components["parameters"]["Include"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Key of a collection. */
                collection: components["parameters"]["Collection2"];
                /** @description Identifier in the system that the entry comes from; unique in the collection. */
                externalId: components["parameters"]["ExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryDetail"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.saveByExternalId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Key of a collection. */
                collection: components["parameters"]["Collection2"];
                /** @description Identifier in the system that the entry comes from; unique in the collection. */
                externalId: components["parameters"]["ExternalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Locale → field → value. A locale that is named is replaced whole; null removes its draft.
                     * @example {
                     *       "en": {
                     *         "title": "Hello"
                     *       },
                     *       "de": {
                     *         "title": "Hallo"
                     *       }
                     *     }
                     */
                    values: {
                        [key: string]: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /** @description The version that the values were edited from. Without it they replace whatever is there. */
                    base_version?: number;
                    /** @description Also publishes the locales that `values` names. When they cannot be published, nothing is saved either. */
                    publish?: boolean;
                    /**
                     * @description Marks a bulk migration: its versions are marked as imported, and creating has a limit of its own.
                     * @constant
                     */
                    via?: "import";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryWithWarnings"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryWithWarnings"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntryVersionConflictOrEntryLocaleLiveOrEntrySingletonExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.count": {
        parameters: {
            query?: {
                include?: "locales";
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryCounts"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.compareTranslation": {
        parameters: {
            query: {
                /** @description The locale that is translated into; not the default one. */
                locale: components["schemas"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryTranslation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.validate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The entry to save over or to publish; a new one unless given. */
                    entry_id?: components["schemas"]["EntryId"];
                    collection_key?: components["schemas"]["CollectionKey"];
                    /**
                     * @description With `collection_key`: the entry that has it, or a new one.
                     * @example first-post
                     */
                    external_id?: string;
                    /**
                     * @description Locale → field → value. A locale that is named is replaced whole; null removes its draft.
                     * @example {
                     *       "en": {
                     *         "title": "Hello"
                     *       },
                     *       "de": {
                     *         "title": "Hallo"
                     *       }
                     *     }
                     */
                    values?: {
                        [key: string]: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /** @description Whether `values` replace each locale that they name, as PUT does. Unless true, as PATCH does. */
                    replace?: boolean;
                    base_version?: number;
                    /** @description Locales that would be published after the save. */
                    publish?: components["schemas"]["Locale"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryValidation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.listVersions": {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryVersionPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.getVersion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryVersion"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrEntryVersionNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.restoreVersion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Refuses with 409 if values changed after this version. */
                    base_version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["EntryNotFoundOrEntryVersionNotFoundOrProjectNotFound"];
            409: components["responses"]["EntryTrashedOrEntryVersionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "entries.diffVersions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an entry, beginning with ent_. */
                entryId: components["parameters"]["EntryId"];
                version: components["parameters"]["Version"];
                other: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryVersionDiff"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["EntryNotFoundOrEntryVersionNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "events.stream": {
        parameters: {
            query?: {
                after?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "folders.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFolderList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folders.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among the folders of the same place.
                     * @example Press
                     */
                    name: string;
                    /**
                     * @description The folder that it lies in; null at the top.
                     * @default null
                     */
                    parent_id?: components["schemas"]["FolderId"] | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFolder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["MediaFolderNameTakenOrMediaFolderLimitReachedOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folders.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a folder, beginning with fld_. */
                folderId: components["parameters"]["FolderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFolder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaFolderNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaFolderNotEmpty"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folders.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a folder, beginning with fld_. */
                folderId: components["parameters"]["FolderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among the folders of the same place.
                     * @example Press
                     */
                    name?: string;
                    /** @description The folder that it lies in; null at the top. */
                    parent_id?: components["schemas"]["FolderId"] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFolder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MediaFolderNotFoundOrProjectNotFound"];
            409: components["responses"]["MediaFolderNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "instance.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstanceStatus"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            500: components["responses"]["Internal"];
        };
    };
    "instance.setUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The one-time code that the server printed.
                     * @example 4KQZ-8W2M-T7RD
                     */
                    code: string;
                    /** @example Ada Lovelace */
                    name: string;
                    /** Format: email */
                    email: string;
                    /** @example correct horse battery */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            403: components["responses"]["InvalidSetupCode"];
            409: components["responses"]["InstanceAlreadySetUp"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "invitations.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "invitations.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /**
                     * @example editor
                     * @enum {string}
                     */
                    role: "viewer" | "editor" | "owner";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["MemberAlreadyMember"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "invitations.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of an invitation, beginning with inv_. */
                invitationId: components["schemas"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["InvitationNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "invitations.preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The part of the link behind #.
                     * @example 8f2c…
                     */
                    secret: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            404: components["responses"]["InvitationNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "invitations.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The part of the link behind #.
                     * @example 8f2c…
                     */
                    secret: string;
                    /** @example Ada Lovelace */
                    name?: string;
                    /** @example correct horse battery */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["MissingSession"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["InvitationNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    "jobs.list": {
        parameters: {
            query?: {
                state?: "waiting" | "running" | "dead";
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "jobs.retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["JobNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "members.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "members.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a person, beginning with usr_. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MemberNotFoundOrProjectNotFound"];
            409: components["responses"]["MemberLastOwner"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "members.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a person, beginning with usr_. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example editor
                     * @enum {string}
                     */
                    role: "viewer" | "editor" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MemberNotFoundOrProjectNotFound"];
            409: components["responses"]["MemberLastOwner"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "members.createResetLink": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a person, beginning with usr_. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["MemberResetNotAllowedOrInsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["MemberNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "openapi.document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            500: components["responses"]["Internal"];
        };
    };
    "projects.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScope"];
            500: components["responses"]["Internal"];
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Field notes */
                    name: string;
                    /** @description Made from the name when left out. */
                    slug?: string;
                    /**
                     * @default [
                     *       "en"
                     *     ]
                     * @example [
                     *       "en",
                     *       "de"
                     *     ]
                     */
                    locales?: components["schemas"]["Locale"][];
                    /** @description The first of `locales` when left out. */
                    default_locale?: components["schemas"]["Locale"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrOriginNotAllowed"];
            409: components["responses"]["ProjectSlugTakenOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "projects.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "projects.delete": {
        parameters: {
            query: {
                /** @description The name of the project, as it stands. */
                confirm_name: string;
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "projects.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Field notes */
                    name?: string;
                    /**
                     * @example [
                     *       "en",
                     *       "de"
                     *     ]
                     */
                    locales?: components["schemas"]["Locale"][];
                    default_locale?: components["schemas"]["Locale"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["ProjectLocaleInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "schema.diff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    schema: components["schemas"]["SchemaDocument"];
                    renames?: components["schemas"]["SchemaRename"][];
                    migrations?: components["schemas"]["SchemaMigration"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaDiff"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "schema.sync": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    schema: components["schemas"]["SchemaDocument"];
                    renames?: components["schemas"]["SchemaRename"][];
                    migrations?: components["schemas"]["SchemaMigration"][];
                    /** @description Version of the schema that this one was compared with. */
                    base_version: number;
                    confirm_token?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaSyncResult"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["SchemaVersionConflictOrSchemaMigrationRequiredOrSchemaConfirmationRequiredOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "schema.getActive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaVersion"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["SchemaNonePushedOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "schema.listVersions": {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaVersionPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "schema.getVersion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Version of a schema. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaVersion"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["SchemaVersionNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "snapshots.latest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotPointer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["SnapshotNonePublishedOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "snapshots.redirectToFile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a snapshot, beginning with snap_. */
                snapshotId: components["parameters"]["SnapshotId"];
                /** @description Key of a collection. */
                collection: components["parameters"]["Collection"];
                /** @description A locale that the file is in. */
                locale: components["parameters"]["Locale"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a client receives that follows the redirect: the file, from the content host. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonValue"];
                };
            };
            /** @description Go there. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["ContentHost"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["SnapshotNotFoundOrNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "snapshots.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "snapshots.diff": {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a snapshot, beginning with snap_. */
                snapshotId: components["parameters"]["SnapshotId"];
                /** @description Identifier of a snapshot, beginning with snap_. */
                otherId: components["schemas"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotDiffPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["SnapshotNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "snapshots.restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a snapshot, beginning with snap_. */
                snapshotId: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredSnapshot"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["SnapshotNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "storage.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Storage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "targets.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployTargetList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "targets.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description The platform that builds the website.
                     * @enum {string}
                     */
                    kind: "vercel" | "netlify" | "cloudflare" | "github";
                    config: {
                        /** @description vercel, netlify, cloudflare: the address that starts a build. A secret: answers show its end. */
                        hook_url?: string;
                        /** @description vercel, netlify, cloudflare: a token that may read builds. With it their outcome is known. A secret. */
                        api_token?: string;
                        /** @description github: a token that may start workflows: Contents or Actions, write. A secret. */
                        token?: string;
                        /** @description netlify: the branch that is built, in place of the hook’s own. */
                        branch?: string;
                        /** @description netlify: builds without what was cached. */
                        clear_cache?: boolean;
                        /** @description netlify: with `api_token`, the site. */
                        site_id?: string;
                        /** @description vercel: with `api_token`, the team that the project belongs to. */
                        team_id?: string;
                        /** @description cloudflare: with `api_token`, the account. */
                        account_id?: string;
                        /** @description cloudflare: with `api_token`, the Pages project. */
                        project_name?: string;
                        /** @description github: the API of a GitHub Enterprise server, `https://github.example.com/api/v3`. */
                        api_url?: string;
                        /** @description github: who owns the repository. */
                        owner?: string;
                        /** @description github: its name. */
                        repository?: string;
                        /**
                         * @description github: how a build is started. A `workflow_dispatch` tells which run it starts.
                         * @enum {string}
                         */
                        event?: "repository_dispatch" | "workflow_dispatch";
                        /** @description github: type of the `repository_dispatch`; `stele-deployment` unless given. */
                        event_type?: string;
                        /** @description github: file of the workflow that is dispatched. */
                        workflow?: string;
                        /** @description github: branch of the workflow that is dispatched. */
                        ref?: string;
                    };
                    /**
                     * @description An address of the website: a page with `<meta name="stele-snapshot">`, or any of a host with /.well-known/stele.json. It is looked at after a build; null for not at all.
                     * @default null
                     */
                    site_url?: string | null;
                    /**
                     * @description The name that builds report, so that each finds its deploy target.
                     * @default production
                     */
                    environment?: string;
                    /**
                     * @description Seconds for which changes are gathered into one build. Each change starts them again, six times at most.
                     * @default 10
                     */
                    quiet_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployTarget"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["TargetLimitReachedOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "targets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a deploy target, beginning with dpt_. */
                targetId: components["parameters"]["TargetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployTarget"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["TargetNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "targets.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a deploy target, beginning with dpt_. */
                targetId: components["parameters"]["TargetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployTarget"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["TargetNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "targets.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a deploy target, beginning with dpt_. */
                targetId: components["parameters"]["TargetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Settings to change; those not named stay, null removes one. */
                    config?: {
                        hook_url?: string | null;
                        api_token?: string | null;
                        token?: string | null;
                        branch?: string | null;
                        clear_cache?: boolean | null;
                        site_id?: string | null;
                        team_id?: string | null;
                        account_id?: string | null;
                        project_name?: string | null;
                        api_url?: string | null;
                        owner?: string | null;
                        repository?: string | null;
                        event?: ("repository_dispatch" | "workflow_dispatch") | null;
                        event_type?: string | null;
                        workflow?: string | null;
                        ref?: string | null;
                    };
                    /** @description An address of the website: a page with `<meta name="stele-snapshot">`, or any of a host with /.well-known/stele.json. It is looked at after a build; null for not at all. */
                    site_url?: string | null;
                    /** @description The name that builds report, so that each finds its deploy target. */
                    environment?: string;
                    /** @description Seconds for which changes are gathered into one build. Each change starts them again, six times at most. */
                    quiet_seconds?: number;
                    /**
                     * @description Sends nothing from now on. `resume` sends what goes live in the meantime.
                     * @constant
                     */
                    status?: "paused";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployTarget"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["TargetNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "targets.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a deploy target, beginning with dpt_. */
                targetId: components["parameters"]["TargetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["TargetNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "targets.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a deploy target, beginning with dpt_. */
                targetId: components["parameters"]["TargetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployTarget"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["TargetNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "tokens.identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenIdentity"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            500: components["responses"]["Internal"];
        };
    };
    "tokens.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "tokens.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @example read_published
                     * @enum {string}
                     */
                    scope: "read_published" | "read_draft" | "admin";
                    /** @description When the token ends by itself; never when null or left out. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["TokenLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "tokens.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a project token, beginning with tok_. */
                tokenId: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["TokenNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "tokens.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a project token, beginning with tok_. */
                tokenId: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["TokenNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "views.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "views.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with a key that was answered within 24 hours gets the same answer, and is not carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default null */
                    collection_key?: components["schemas"]["CollectionKey"] | null;
                    /**
                     * @description What the address of the list says: filters, order and columns by their names, each a text or several.
                     * @example {
                     *       "status": "changed",
                     *       "columns": [
                     *         "title",
                     *         "date"
                     *       ]
                     *     }
                     */
                    query: {
                        [key: string]: string | string[];
                    };
                    /** @description Views come least first. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["ViewLimitReachedOrIdempotencyInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "views.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a saved view, beginning with viw_. */
                viewId: components["parameters"]["ViewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ViewNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "views.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a saved view, beginning with viw_. */
                viewId: components["parameters"]["ViewId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    collection_key?: components["schemas"]["CollectionKey"] | null;
                    /**
                     * @description What the address of the list says: filters, order and columns by their names, each a text or several.
                     * @example {
                     *       "status": "changed",
                     *       "columns": [
                     *         "title",
                     *         "date"
                     *       ]
                     *     }
                     */
                    query?: {
                        [key: string]: string | string[];
                    };
                    /** @description Views come least first. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingToken"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ViewNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhookDeliveries.list": {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed";
                limit?: components["parameters"]["Limit"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "webhookDeliveries.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description Identifier of a message, beginning with msg_. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["WebhookDeliveryNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "webhookDeliveries.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description Identifier of a message, beginning with msg_. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["WebhookDeliveryNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "webhookDeliveries.redeliverRange": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Of events from then on.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description Of events until then; until now unless given.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["ProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * Format: uri
                     * @description A public address that accepts POST.
                     */
                    url: string;
                    /** @description The events to send. */
                    events: ("entry.published" | "entry.unpublished" | "entry.trashed" | "entry.restored" | "snapshot.live" | "schema.synced" | "asset.ready" | "asset.trashed" | "deployment.failed" | "target.paused")[];
                    /**
                     * @description Of entries: only those of these collections. All when empty.
                     * @default []
                     */
                    collections?: components["schemas"]["CollectionKey"][];
                    /**
                     * @description Of entries: only changes in these locales. All when empty.
                     * @default []
                     */
                    locales?: components["schemas"]["Locale"][];
                    /**
                     * @description Whether `entry.published` contains the published values, if they fit into 20 kB.
                     * @default false
                     */
                    include_values?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["WebhookLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRole"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * Format: uri
                     * @description A public address that accepts POST.
                     */
                    url?: string;
                    /** @description The events to send. */
                    events?: ("entry.published" | "entry.unpublished" | "entry.trashed" | "entry.restored" | "snapshot.live" | "schema.synced" | "asset.ready" | "asset.trashed" | "deployment.failed" | "target.paused")[];
                    /** @description Of entries: only those of these collections. All when empty. */
                    collections?: components["schemas"]["CollectionKey"][];
                    /** @description Of entries: only changes in these locales. All when empty. */
                    locales?: components["schemas"]["Locale"][];
                    /** @description Whether `entry.published` contains the published values, if they fit into 20 kB. */
                    include_values?: boolean;
                    /**
                     * @description `active` sends what has waited at once; `disabled` lets it wait.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project, beginning with prj_. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Identifier of a webhook, beginning with whk_. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidTokenOrMissingSession"];
            403: components["responses"]["InsufficientScopeOrInsufficientRoleOrOriginNotAllowed"];
            404: components["responses"]["WebhookNotFoundOrProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
}
