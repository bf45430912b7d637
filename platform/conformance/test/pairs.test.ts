/** Two processes of each of our services on PostgreSQL, behind one address each. */
import './pairs/notices.ts';
import './pairs/agree.ts';
