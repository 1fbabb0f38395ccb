import { model, shape, table } from '@monotable/model'
        const sessions = table('SessionStore', { key: { pk: 'SessionToken' }, type: false })
        const Session = sessions.entity('First', { schema: shape<{ SessionToken: string }>() })
        export const app = model({ entities: { Session }, patterns: { byToken: Session.query('primary') } })