import type { StageProgress } from '#domain/backups/backups'

/** What a work gets beside its input. */
export type WorkContext = {
  passphrase?: string | undefined
  onProgress?(progress: StageProgress): void
}
