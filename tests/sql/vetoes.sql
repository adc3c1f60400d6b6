-- Tests the interview's vetoes and text_similarity (ADR-004, ADR-006).

SELECT is_eq(knowledge_ceiling_veto('I don''t know about the roasting.', 'Roasting'), 1,
             'a negative phrase and a word of the topic');
SELECT is_eq(knowledge_ceiling_veto('I don’t know, roasting ...', 'the roasting'), 1,
             'a curly apostrophe is a straight one');
SELECT is_eq(knowledge_ceiling_veto(column1 || ' about the roasting.', 'roasting'), 1,
             column1 || ': without an apostrophe, written out, or short')
FROM (VALUES ('I do not know'), ('I dont know'), ('Idk'), ('IDK,'), ('No clue'));
SELECT is_eq(knowledge_ceiling_veto('I know about the roasting.', 'roasting'), 0,
  'no phrase');
SELECT is_eq(knowledge_ceiling_veto('No idea.', 'roasting'), 0, 'no word of the topic');
SELECT is_eq(knowledge_ceiling_veto('No idea about tea.', 'tea'), 0, 'a short word');
SELECT is_eq(knowledge_ceiling_veto('', 'roasting'), 0, 'an empty reply');
SELECT is_eq(knowledge_ceiling_veto('Keine Ahnung, Röstung?', 'röstung',
                                    '["weiß nicht", "keine ahnung"]'), 1,
                                    'phrases in the call');
SELECT is_eq(knowledge_ceiling_veto('No idea, roasting?', 'roasting', '[]'), 0,
  'an empty list of phrases');
-- The phrases are JSON. Programs often write quotes and non-ASCII characters as escapes.
SELECT is_eq(knowledge_ceiling_veto('Weiß nicht. Röstung?', 'röstung',
                                    '["so \"lala\"", "wei\u00df nicht"]'), 1,
             'phrases with escapes');
SELECT is_eq(knowledge_ceiling_veto('I don’t care for roasting.', 'roasting',
                                    '["don\u2019t\tcare"]'), 1, 'of every kind');
SELECT is_eq(knowledge_ceiling_veto('No idea, u006eo roasting?', 'roasting',
                                    '["\u006eope"]'), 0,
                                    'escapes count as their characters');

-- A missing value counts like a value that calls for a veto (R3).
SELECT is_eq(knowledge_ceiling_veto(NULL, 'roasting'), 1, 'a reply that is missing');
SELECT is_eq(knowledge_ceiling_veto('No idea.', NULL), 1, 'a topic that is missing');
SELECT is_eq(knowledge_ceiling_veto('Sure.', NULL), 0, 'the reply decides');
SELECT is_eq(knowledge_ceiling_veto(x'00', 'roasting'), 1, 'a BLOB is no text');
SELECT is_eq(element_exhausted_veto(5, 2), 1, 'mentioned often and related');
SELECT is_eq(element_exhausted_veto(4, 2), 0, 'not often enough');
SELECT is_eq(element_exhausted_veto(5, 1), 0, 'too few relations');
SELECT is_eq(element_exhausted_veto(5, NULL), 1, 'relations missing');
SELECT is_eq(element_exhausted_veto(5.5, 2), 1, 'a count that is not whole is missing');
SELECT is_eq(element_exhausted_veto(NULL, 1), 0, 'relations decide');
SELECT is_eq(element_exhausted_veto(3, 1, 3, 1), 1, 'bounds in the call');
SELECT is_eq(recent_redundancy_veto('Why do you like it?', 'Why do you like it'), 1,
  'again');
SELECT is_eq(recent_redundancy_veto('Why do you like it?', 'What does it cost?'), 0,
  'new');
SELECT is_eq(recent_redundancy_veto('Why?', NULL), 1, 'the other text is missing');
SELECT is_eq(recent_redundancy_veto('Why?', ''), 0, 'nothing was asked before');
SELECT is_eq(recent_redundancy_veto('abc', 'xyz', 0), 1, 'a threshold of 0');
SELECT is_eq(recent_redundancy_veto('abc', 'abc', 1), 1, 'a threshold of 1');

SELECT throws('SELECT knowledge_ceiling_veto(''a'', ''b'', ''no idea'')',
  'knowledge_ceiling_veto: phrases must be a JSON array of texts, got ''no idea''',
  'no JSON');
SELECT throws('SELECT knowledge_ceiling_veto(''a'', ''b'', ''["a",]'')',
  'knowledge_ceiling_veto: phrases must be%', 'half an array');
SELECT throws('SELECT knowledge_ceiling_veto(''a'', ''b'', ''["a"'')',
  'knowledge_ceiling_veto: phrases must be%', 'an open array');
SELECT throws('SELECT knowledge_ceiling_veto(''a'', ''b'', ''[1]'')',
  'knowledge_ceiling_veto: phrases must be%', 'no texts');
SELECT throws('SELECT knowledge_ceiling_veto(''a'', ''b'', ''["\x"]'')',
  'knowledge_ceiling_veto: phrases must be%', 'an escape that JSON has not');
SELECT throws('SELECT knowledge_ceiling_veto(''a'', ''b'', NULL)',
  'knowledge_ceiling_veto: phrases must be a JSON array of texts, got NULL', 'NULL');
SELECT throws('SELECT element_exhausted_veto(1, 2, 3, -4)',
  'element_exhausted_veto: min_relations must be a whole number >= 0, got -4', 'a bound');
SELECT throws('SELECT recent_redundancy_veto(''a'', ''b'', 2)',
  'recent_redundancy_veto: threshold must be a number in 0..1, got 2', 'a threshold');

SELECT is_eq(text_similarity('Why?', 'Why?'), 1.0, 'identical texts');
SELECT is_eq(text_similarity('abc', 'xyz'), 0.0, 'disjoint texts');
SELECT is_eq(text_similarity('Größe und ÄPFEL', 'GRÖßE und äpfel'), 1.0, 'Unicode case');
SELECT is_eq(text_similarity('Why do you?', 'Do you?'), text_similarity('Do you?',
  'Why do you?'),
             'symmetric');
SELECT is_eq(text_similarity(NULL, 'a'), NULL, 'NULL');
SELECT is_eq(text_similarity('a', x'61'), NULL, 'a BLOB');
SELECT is_eq(text_similarity(12345, '12345'), 1.0, 'a number is its text');

-- The two texts have a million characters each. text_similarity takes linear time, so the
-- test ends soon.
SELECT ok(text_similarity(a, b) BETWEEN 0.5 AND 0.99, 'long texts')
FROM (SELECT replace(printf('%.100000c', 'x'), 'x', 'Why do you ') AS a,
             replace(printf('%.100000c', 'x'), 'x', 'why do we ') || 'Why do you ' AS b)
WHERE text_similarity(a, a) = 1;
