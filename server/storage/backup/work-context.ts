import type { StageProgress } from '#domain/backups/backups'

export type WorkContext = {
  passphrase?: string | undefined
  onProgress?(progress: StageProgress): void
}
