// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// The weights of generation 2, as "tessera train" wrote them. Command: tessera train --file games-tree-effort300-seed1-weights8164d7e3.jsonl --games 1000 --playouts 16
//
// Generation 2: 1000 games of tree search with the weights 8164d7e3, 200 of them held out;
// 22700 positions of the others. Run: tree effort=300 seed=1 weights=8164d7e3. Hash of the weights: ef4c4e79.

package evaluation

// Chip are the weights of the chips, of their models and of the processor's program: their expansion
// units have no patterns.
var Chip = Weights{
	Prior: [PriorKnots][NumFeatures]int16{
		{ // 0 tiles placed
			-530, // size 4
			-203, // size 3
			-57,  // size 2 or 1
			254,  // new corners
			-157, // far new corners
			-110, // contested new corners
			-829, // own corners lost
			29,   // own corners covered
			552,  // rival's corners covered
			12,   // rival's allowed squares covered
			5,    // squares near the rival's corners covered
			107,  // nearness of new corners to the centre
			-108, // a rival's corner covered
			79,   // a far new corner
			-22,  // own allowed squares lost
			183,  // squares of the rival's reach 4 covered
			29,   // squares at the edge of the board covered
			5,    // reach gained
			33,   // rival's reach lost
		},
		{ // 3 tiles placed
			-1139, // size 4
			-790,  // size 3
			-735,  // size 2 or 1
			37,    // new corners
			169,   // far new corners
			1,     // contested new corners
			-276,  // own corners lost
			124,   // own corners covered
			376,   // rival's corners covered
			-180,  // rival's allowed squares covered
			121,   // squares near the rival's corners covered
			39,    // nearness of new corners to the centre
			-156,  // a rival's corner covered
			307,   // a far new corner
			-166,  // own allowed squares lost
			178,   // squares of the rival's reach 4 covered
			147,   // squares at the edge of the board covered
			9,     // reach gained
			44,    // rival's reach lost
		},
		{ // 6 tiles placed
			-631,  // size 4
			-1072, // size 3
			-815,  // size 2 or 1
			40,    // new corners
			83,    // far new corners
			-19,   // contested new corners
			-122,  // own corners lost
			202,   // own corners covered
			200,   // rival's corners covered
			-50,   // rival's allowed squares covered
			70,    // squares near the rival's corners covered
			71,    // nearness of new corners to the centre
			-85,   // a rival's corner covered
			228,   // a far new corner
			-262,  // own allowed squares lost
			196,   // squares of the rival's reach 4 covered
			39,    // squares at the edge of the board covered
			29,    // reach gained
			49,    // rival's reach lost
		},
		{ // 9 tiles placed
			-408, // size 4
			-847, // size 3
			-717, // size 2 or 1
			52,   // new corners
			95,   // far new corners
			-7,   // contested new corners
			-106, // own corners lost
			144,  // own corners covered
			53,   // rival's corners covered
			88,   // rival's allowed squares covered
			106,  // squares near the rival's corners covered
			39,   // nearness of new corners to the centre
			38,   // a rival's corner covered
			133,  // a far new corner
			-267, // own allowed squares lost
			142,  // squares of the rival's reach 4 covered
			-5,   // squares at the edge of the board covered
			45,   // reach gained
			44,   // rival's reach lost
		},
		{ // 12 tiles placed
			-278, // size 4
			-557, // size 3
			-568, // size 2 or 1
			-19,  // new corners
			87,   // far new corners
			110,  // contested new corners
			26,   // own corners lost
			111,  // own corners covered
			-26,  // rival's corners covered
			70,   // rival's allowed squares covered
			174,  // squares near the rival's corners covered
			4,    // nearness of new corners to the centre
			-92,  // a rival's corner covered
			121,  // a far new corner
			-301, // own allowed squares lost
			195,  // squares of the rival's reach 4 covered
			-3,   // squares at the edge of the board covered
			35,   // reach gained
			49,   // rival's reach lost
		},
		{ // 15 tiles placed
			-122, // size 4
			-183, // size 3
			-300, // size 2 or 1
			-92,  // new corners
			54,   // far new corners
			12,   // contested new corners
			56,   // own corners lost
			40,   // own corners covered
			-44,  // rival's corners covered
			-86,  // rival's allowed squares covered
			-8,   // squares near the rival's corners covered
			18,   // nearness of new corners to the centre
			-57,  // a rival's corner covered
			40,   // a far new corner
			-173, // own allowed squares lost
			174,  // squares of the rival's reach 4 covered
			28,   // squares at the edge of the board covered
			17,   // reach gained
			3,    // rival's reach lost
		},
		{ // 18 tiles placed
			32,  // size 4
			68,  // size 3
			-26, // size 2 or 1
			10,  // new corners
			-13, // far new corners
			12,  // contested new corners
			-3,  // own corners lost
			2,   // own corners covered
			-4,  // rival's corners covered
			20,  // rival's allowed squares covered
			-8,  // squares near the rival's corners covered
			-7,  // nearness of new corners to the centre
			0,   // a rival's corner covered
			-24, // a far new corner
			28,  // own allowed squares lost
			-6,  // squares of the rival's reach 4 covered
			-10, // squares at the edge of the board covered
			-7,  // reach gained
			7,   // rival's reach lost
		},
		{ // 21 tiles placed
			1,  // size 4
			-1, // size 3
			0,  // size 2 or 1
			0,  // new corners
			0,  // far new corners
			0,  // contested new corners
			0,  // own corners lost
			0,  // own corners covered
			0,  // rival's corners covered
			1,  // rival's allowed squares covered
			0,  // squares near the rival's corners covered
			0,  // nearness of new corners to the centre
			0,  // a rival's corner covered
			0,  // a far new corner
			-1, // own allowed squares lost
			0,  // squares of the rival's reach 4 covered
			1,  // squares at the edge of the board covered
			0,  // reach gained
			0,  // rival's reach lost
		},
	},
	Static: [MarginKnots][NumTerms]int16{
		{ // 0 tiles placed
			732,  // squares covered
			188,  // corners
			167,  // allowed squares
			-17,  // reach 1
			-19,  // reach 2
			62,   // reach 4
			-36,  // reach 8
			2010, // side to move
			-69,  // first player
		},
		{ // 4 tiles placed
			615,  // squares covered
			-31,  // corners
			274,  // allowed squares
			60,   // reach 1
			63,   // reach 2
			-2,   // reach 4
			47,   // reach 8
			1933, // side to move
			-216, // first player
		},
		{ // 8 tiles placed
			571,  // squares covered
			28,   // corners
			265,  // allowed squares
			43,   // reach 1
			50,   // reach 2
			17,   // reach 4
			62,   // reach 8
			1825, // side to move
			-391, // first player
		},
		{ // 12 tiles placed
			574,  // squares covered
			-15,  // corners
			201,  // allowed squares
			95,   // reach 1
			21,   // reach 2
			48,   // reach 4
			47,   // reach 8
			1522, // side to move
			-725, // first player
		},
		{ // 16 tiles placed
			557,  // squares covered
			-81,  // corners
			152,  // allowed squares
			71,   // reach 1
			28,   // reach 2
			80,   // reach 4
			26,   // reach 8
			1207, // side to move
			-700, // first player
		},
		{ // 20 tiles placed
			483,  // squares covered
			-150, // corners
			113,  // allowed squares
			64,   // reach 1
			84,   // reach 2
			77,   // reach 4
			13,   // reach 8
			830,  // side to move
			-448, // first player
		},
		{ // 24 tiles placed
			364,  // squares covered
			-147, // corners
			61,   // allowed squares
			-67,  // reach 1
			219,  // reach 2
			59,   // reach 4
			-14,  // reach 8
			481,  // side to move
			-211, // first player
		},
		{ // 28 tiles placed
			311,  // squares covered
			-161, // corners
			36,   // allowed squares
			-73,  // reach 1
			191,  // reach 2
			73,   // reach 4
			-19,  // reach 8
			406,  // side to move
			-123, // first player
		},
		{ // 32 tiles placed
			275,  // squares covered
			-72,  // corners
			-8,   // allowed squares
			-111, // reach 1
			55,   // reach 2
			79,   // reach 4
			40,   // reach 8
			486,  // side to move
			-97,  // first player
		},
		{ // 36 tiles placed
			236,  // squares covered
			-51,  // corners
			-14,  // allowed squares
			-103, // reach 1
			32,   // reach 2
			70,   // reach 4
			27,   // reach 8
			471,  // side to move
			-81,  // first player
		},
		{ // 40 tiles placed
			232,  // squares covered
			-50,  // corners
			-14,  // allowed squares
			-101, // reach 1
			31,   // reach 2
			68,   // reach 4
			26,   // reach 8
			461,  // side to move
			-80,  // first player
		},
		{ // 44 tiles placed
			229,  // squares covered
			-49,  // corners
			-13,  // allowed squares
			-100, // reach 1
			31,   // reach 2
			68,   // reach 4
			26,   // reach 8
			457,  // side to move
			-79,  // first player
		},
	},
	Rest: [MarginKnots][NumTerms]int16{
		{ // 0 tiles placed
			548,  // squares covered
			188,  // corners
			151,  // allowed squares
			-19,  // reach 1
			-14,  // reach 2
			62,   // reach 4
			-36,  // reach 8
			1635, // side to move
			296,  // first player
		},
		{ // 4 tiles placed
			410,  // squares covered
			-30,  // corners
			252,  // allowed squares
			71,   // reach 1
			55,   // reach 2
			-2,   // reach 4
			47,   // reach 8
			1524, // side to move
			115,  // first player
		},
		{ // 8 tiles placed
			297,  // squares covered
			26,   // corners
			202,  // allowed squares
			54,   // reach 1
			24,   // reach 2
			32,   // reach 4
			39,   // reach 8
			1356, // side to move
			-131, // first player
		},
		{ // 12 tiles placed
			296,  // squares covered
			11,   // corners
			148,  // allowed squares
			86,   // reach 1
			-9,   // reach 2
			62,   // reach 4
			16,   // reach 8
			1035, // side to move
			-437, // first player
		},
		{ // 16 tiles placed
			278,  // squares covered
			-32,  // corners
			97,   // allowed squares
			52,   // reach 1
			-1,   // reach 2
			78,   // reach 4
			-5,   // reach 8
			783,  // side to move
			-416, // first player
		},
		{ // 20 tiles placed
			203,  // squares covered
			-32,  // corners
			75,   // allowed squares
			25,   // reach 1
			28,   // reach 2
			85,   // reach 4
			-30,  // reach 8
			475,  // side to move
			-205, // first player
		},
		{ // 24 tiles placed
			62,  // squares covered
			-31, // corners
			31,  // allowed squares
			-16, // reach 1
			51,  // reach 2
			69,  // reach 4
			-54, // reach 8
			196, // side to move
			-81, // first player
		},
		{ // 28 tiles placed
			7,   // squares covered
			-29, // corners
			18,  // allowed squares
			15,  // reach 1
			1,   // reach 2
			49,  // reach 4
			-41, // reach 8
			52,  // side to move
			-34, // first player
		},
		{ // 32 tiles placed
			-6,  // squares covered
			2,   // corners
			1,   // allowed squares
			-6,  // reach 1
			-6,  // reach 2
			-15, // reach 4
			23,  // reach 8
			2,   // side to move
			-7,  // first player
		},
		{ // 36 tiles placed
			0,   // squares covered
			-1,  // corners
			-2,  // allowed squares
			0,   // reach 1
			1,   // reach 2
			-15, // reach 4
			12,  // reach 8
			-2,  // side to move
			-4,  // first player
		},
		{ // 40 tiles placed
			0,   // squares covered
			-1,  // corners
			-1,  // allowed squares
			0,   // reach 1
			1,   // reach 2
			-14, // reach 4
			12,  // reach 8
			-2,  // side to move
			-4,  // first player
		},
		{ // 44 tiles placed
			0,   // squares covered
			-1,  // corners
			-1,  // allowed squares
			0,   // reach 1
			1,   // reach 2
			-14, // reach 4
			12,  // reach 8
			-2,  // side to move
			-4,  // first player
		},
	},
	Playouts:     [MarginKnots]int16{-15, 71, 150, 147, 167, 185, 239, 271, 265, 248, 244, 241},
	Spread:       [MarginKnots]int16{3669, 3144, 2335, 1981, 1692, 1289, 866, 432, 256, 256, 256, 256},
	StaticSpread: [MarginKnots]int16{3666, 3151, 2424, 2144, 1939, 1610, 1315, 986, 548, 478, 474, 471},
}
