/** Two processes of each service on PostgreSQL, behind one address each. */
import './pairs/notices.ts';
import './pairs/agree.ts';
