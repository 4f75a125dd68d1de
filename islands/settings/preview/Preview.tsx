import type { ReactNode } from 'react'
import type { MediaItem } from '#domain/media/media'
import { toastError } from '../../data/toasts.ts'
import { Card } from '../../ui/Card.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { useOnDemand } from '../../ui/hooks/use-on-demand.ts'
import { type createPreviewModel, SCENES } from './preview-model.ts'

type Props = {
  model: ReturnType<typeof createPreviewModel>
  media: MediaItem[]
  children: ReactNode
}

const loadStage = () => import('./PreviewStage.tsx').then(loaded => loaded.PreviewStage)

/** The stage is loaded after the forms, so that these can be used earlier. */
export function Preview({ model, media, children }: Props) {
  const PreviewStage = useOnDemand(loadStage, {
    isWanted: true,
    onFailure: () =>
      toastError('Error', 'The preview could not be loaded. Please reload the page.'),
  })
  return (
    <aside className="preview">
      <Card
        className="preview-card"
        title="TV Display Preview"
        aside={
          <Choice
            label="Preview"
            isLabelHidden
            options={SCENES}
            value={model.scene.value}
            onChange={scene => (model.scene.value = scene)}
          />
        }
      >
        <div
          className="preview-frame"
          role="img"
          aria-label="TV Display Preview"
          aria-busy={PreviewStage === null}
        >
          {PreviewStage && <PreviewStage data={{ ...model.stageData(), media }} />}
        </div>
        <p className="preview-card__note soft">
          With your unsaved changes and sample patients. The TVs change when you save.
        </p>
      </Card>
      {children}
    </aside>
  )
}
